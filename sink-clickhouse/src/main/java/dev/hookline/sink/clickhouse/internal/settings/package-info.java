/** What the sink was told, validated once and immutable. */
package dev.hookline.sink.clickhouse.internal.settings;
