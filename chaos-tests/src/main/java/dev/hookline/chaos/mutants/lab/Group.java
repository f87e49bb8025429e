package dev.hookline.chaos.mutants.lab;

import dev.hookline.chaos.checker.Violation;
import dev.hookline.chaos.mutants.ControlledMutant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Wrong versions that meet one fault together, and the right version beside them: so the control
 * has had the very same fault, and one fault does for all. It is played once for a seed as long as
 * the lab is open.
 */
public final class Group {

  /** The right version's name among the results. */
  public static final String RIGHT = "right";

  /** Plays the fault once. */
  @FunctionalInterface
  public interface Play {

    /**
     * Plays.
     *
     * @param lab the parts
     * @param seed decides all that is random
     * @param folder for files, until the play has ended
     * @return what the checkers found, of each version by its name and of {@link #RIGHT}
     * @throws Exception when it could not be played, or the fault did not bite
     */
    Map<String, List<Violation>> play(Lab lab, long seed, Path folder) throws Exception;
  }

  private final Play play;
  private Lab playedIn;
  private long playedSeed;
  private Map<String, List<Violation>> found = Map.of();
  private Exception failure;

  /**
   * A group that has not been played.
   *
   * @param play what to play
   */
  public Group(Play play) {
    this.play = play;
  }

  /**
   * One of its wrong versions.
   *
   * @param name of the mutant, and of its results
   * @param caughtBy the checkers that must see it
   */
  public ControlledMutant mutant(String name, List<String> caughtBy) {
    return new Member(name, caughtBy);
  }

  private synchronized List<Violation> result(String name, long seed, Path folder)
      throws Exception {
    try (LabLease lease = LabLease.open(folder)) {
      if (playedIn != lease.lab() || playedSeed != seed) {
        playedIn = lease.lab();
        playedSeed = seed;
        play(lease.lab(), seed, folder);
      }
      if (failure != null) {
        throw new IllegalStateException("the play has failed: " + failure.getMessage(), failure);
      }
      List<Violation> violations = found.get(name);
      if (violations == null) {
        throw new IllegalStateException("the play has no version " + name + ": " + found.keySet());
      }
      return violations;
    }
  }

  private void play(Lab lab, long seed, Path folder) throws InterruptedException {
    failure = null;
    try {
      found = play.play(lab, seed, folder);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      failure = e; // said of each version: to play again would cost the same and show the same
    }
  }

  private final class Member implements ControlledMutant {
    private final String name;
    private final List<String> caughtBy;

    Member(String name, List<String> caughtBy) {
      this.name = name;
      this.caughtBy = List.copyOf(caughtBy);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<String> caughtBy() {
      return caughtBy;
    }

    @Override
    public List<Violation> run(long seed, Path folder) throws Exception {
      return result(name, seed, folder);
    }

    @Override
    public List<Violation> control(long seed, Path folder) throws Exception {
      return result(RIGHT, seed, folder);
    }
  }
}
