/**
 * The ClickHouse engine in a process of its own: {@code libchdb.so} is loaded through JNA and
 * served on ClickHouse's HTTP interface, so that clients talk to it as to a server.
 *
 * <p>From the engine outwards: {@code Chdb} (the C functions), {@code Engine}, {@code
 * EngineSession} (one connection for one request), {@code Statement} (what kind of statement a
 * request holds), {@code QueryHandler} (one request), {@code EmbeddedClickHouseMain} (the process).
 */
package dev.hookline.devstack.clickhouse.embedded;
