/**
 * The record as it travels: its identity, its headers, its bytes, the topics that carry it and the
 * reasons for which it may be refused. Knows neither Kafka, nor Flink, nor HTTP.
 */
package dev.hookline.contract;
