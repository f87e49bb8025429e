package dev.hookline.chaos.mutants.sink;

/** Which version of the part a scenario plays with. */
enum Version {
  /** The product's. */
  RIGHT,
  /** The mutant's. */
  WRONG
}
