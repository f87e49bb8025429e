/**
 * From a sealed block to an answer: one bounded attempt, what its failure means, and when to try
 * again.
 */
package dev.hookline.sink.clickhouse.internal.client;
