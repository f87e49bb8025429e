/** Wrong jobs: each drops, doubles, hides or mislabels events in one place. */
package dev.hookline.chaos.mutants.job;
