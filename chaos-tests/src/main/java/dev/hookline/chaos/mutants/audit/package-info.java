/** A wrong way to be sure: an audit that cannot see what its source has lost. */
package dev.hookline.chaos.mutants.audit;
