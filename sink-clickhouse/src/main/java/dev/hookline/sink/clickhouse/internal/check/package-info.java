/** What a table must be before its first row is taken. */
package dev.hookline.sink.clickhouse.internal.check;
