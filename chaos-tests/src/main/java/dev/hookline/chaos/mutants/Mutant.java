package dev.hookline.chaos.mutants;

import dev.hookline.chaos.checker.Violation;
import java.nio.file.Path;
import java.util.List;

/**
 * A small wrong version of a part, run on the smallest set-up in which it can do harm. It shows
 * that the checkers see that harm: one that they do not see is a hole in a checker.
 */
public interface Mutant {

  /** What is wrong with it, in lower case with hyphens, such as {@code done-before-the-send}. */
  String name();

  /**
   * Runs the wrong version once and checks what came of it. Everything it starts is stopped when it
   * returns, also by an exception.
   *
   * @param seed decides all that is random in the run
   * @param folder an existing empty folder for its files; the caller deletes it
   * @return what the checkers found; empty when the mutant was not caught with this seed
   * @throws Exception when the run could not be made, so that nothing is said about the mutant
   */
  List<Violation> run(long seed, Path folder) throws Exception;
}
