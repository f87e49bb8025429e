/** The parts that mutants run on: real ones, as few as do, started once and shared. */
package dev.hookline.chaos.mutants.lab;
