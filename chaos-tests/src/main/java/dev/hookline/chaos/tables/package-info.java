/** Reads what ClickHouse holds, and keeps it from tidying up before it is read. */
package dev.hookline.chaos.tables;
