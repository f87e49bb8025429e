/**
 * The {@code hookline} command: one class for each sub-command. What starts and watches the local
 * stack is in {@link dev.hookline.cli.stack}.
 */
package dev.hookline.cli;
