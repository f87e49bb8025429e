/** Small wrong versions of the product's parts; each must turn a checker red. */
package dev.hookline.chaos.mutants;
