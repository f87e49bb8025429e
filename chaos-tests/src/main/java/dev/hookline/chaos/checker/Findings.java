package dev.hookline.chaos.checker;

import dev.hookline.chaos.history.History;

/**
 * What checkers look at.
 *
 * @param history what the senders did and saw
 * @param tables what ClickHouse holds, read once everything had settled
 * @param measures what was measured of the parts
 */
public record Findings(History history, Tables tables, Measures measures) {}
