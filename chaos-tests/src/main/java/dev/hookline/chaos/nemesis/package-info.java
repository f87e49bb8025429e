/** Faults, each with its healing, aimed at recorded processes and own ports. */
package dev.hookline.chaos.nemesis;
