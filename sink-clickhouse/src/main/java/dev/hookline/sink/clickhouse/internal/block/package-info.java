/** From rows to sealed blocks: one partition, one token, bytes that nothing changes any more. */
package dev.hookline.sink.clickhouse.internal.block;
