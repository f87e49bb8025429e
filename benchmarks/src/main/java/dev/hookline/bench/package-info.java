/** Measurements, each beside a baseline in the same run; {@code hookline bench} starts them. */
package dev.hookline.bench;
