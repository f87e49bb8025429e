/** Seeded deliveries, and the clients that send them as providers would. */
package dev.hookline.chaos.workload;
