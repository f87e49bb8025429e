/** Deliveries as a provider would send them: bodies, their times, signatures, and the sending. */
package dev.hookline.cli.delivery;
