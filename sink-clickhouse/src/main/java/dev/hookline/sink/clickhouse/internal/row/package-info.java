/** From a value of the stream to the checked RowBinary bytes of one row. */
package dev.hookline.sink.clickhouse.internal.row;
