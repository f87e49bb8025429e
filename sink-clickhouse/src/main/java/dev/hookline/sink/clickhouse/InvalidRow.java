package dev.hookline.sink.clickhouse;

/**
 * A value of the stream whose row the table cannot hold.
 *
 * @param value the value as it came
 * @param column the column that cannot hold it; empty if the row is too large as a whole
 * @param reason names column, type, value and what is wrong with it; shortened to a few hundred
 *     characters
 * @param <T> the stream's type
 */
public record InvalidRow<T>(T value, String column, String reason) {}
