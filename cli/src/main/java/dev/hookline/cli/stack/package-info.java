/**
 * The local stack: its life under one supervisor, its state file, and what can be asked of its
 * running parts.
 */
package dev.hookline.cli.stack;
