package dev.hookline.chaos.history;

/**
 * One attempt to deliver, and what came of it.
 *
 * @param identity of the {@link Intent}
 * @param attempt 1 for the first of its identity
 * @param gateway which gateway was asked: 1, 2 …
 * @param startMillis before the first byte was sent, ms since 1970
 * @param endMillis when the answer, or the lack of one, was known, ms since 1970
 * @param outcome what is known
 * @param status HTTP status; 0 where there was no answer
 * @param detail the answer's outcome or the error's text, a few words
 */
public record Operation(
    String identity,
    int attempt,
    int gateway,
    long startMillis,
    long endMillis,
    Outcome outcome,
    int status,
    String detail) {}
