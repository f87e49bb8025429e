/** Wrong versions of the sink, of its views and of the versions of rows. */
package dev.hookline.chaos.mutants.sink;
