package dev.hookline.chaos.checker;

/**
 * One thing that must not be.
 *
 * @param checker the name of the checker that found it
 * @param subject the identity or the cell
 * @param text what was expected and what was found
 */
public record Violation(String checker, String subject, String text) {}
