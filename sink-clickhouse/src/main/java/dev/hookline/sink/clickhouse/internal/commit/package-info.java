/** From a completed checkpoint into the table: what was sealed is sent, and sent again. */
package dev.hookline.sink.clickhouse.internal.commit;
