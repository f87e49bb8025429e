/** What the senders did and saw. */
package dev.hookline.chaos.history;
