/** ClickHouse for the local stack: the engine in a process of its own. */
package dev.hookline.devstack.clickhouse;
