package dev.hookline.chaos.mutants;

import dev.hookline.chaos.checker.Violation;
import java.nio.file.Path;
import java.util.List;

/**
 * A mutant that comes with its control: the right version on the same set-up, under the same fault.
 * Without it a red checker would say nothing about the mutant.
 */
public interface ControlledMutant extends Mutant {

  /**
   * The checkers that must turn red, each of them, by their names, such as {@code NoLoss}. One that
   * sees it only now and then is not among them.
   */
  List<String> caughtBy();

  /**
   * Runs the right version once and checks what came of it.
   *
   * @param seed as of {@link #run}
   * @param folder as of {@link #run}
   * @return what the checkers found; anything at all is a fault of the product or of the set-up
   * @throws Exception when the run could not be made
   */
  List<Violation> control(long seed, Path folder) throws Exception;
}
