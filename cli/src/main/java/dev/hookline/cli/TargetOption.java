package dev.hookline.cli;

import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * {@code --target}: the system that a command is aimed at. It is looked for before the commands are
 * made, since they are made with the surroundings that it changes.
 */
final class TargetOption {

  /** The option. */
  static final String NAME = "--target";

  /** What can be asked of a system that runs elsewhere; the others own a stack or its folder. */
  private static final Set<String> COMMANDS =
      Set.of("send", "query", "audit", "status", "migrate", "demo");

  private TargetOption() {}

  @Command
  private static final class Parsed {
    @Option(names = NAME)
    private String target;
  }

  /**
   * The surroundings of the command, aimed at the target if there is one.
   *
   * @param surroundings of the process
   * @param arguments all of them
   * @return never null; with the secrets that the environment names files for
   * @throws CliFailure when there is no such target, or its settings cannot be used
   */
  static Surroundings aim(Surroundings surroundings, String... arguments) {
    Parsed parsed = new Parsed();
    try {
      new CommandLine(parsed).setUnmatchedArgumentsAllowed(true).parseArgs(arguments);
    } catch (ParameterException e) {
      // a target without a name: told when the whole line is parsed
      return surroundings.withSecretFiles();
    }
    if (parsed.target == null) {
      return surroundings.withSecretFiles();
    }
    if (!parsed.target.equals(ComposeTarget.NAME)) {
      throw CliFailure.undecided(
          "--target must be compose, or be left out for the stack that './hookline up' starts; got '"
              + parsed.target
              + "'");
    }
    return surroundings
        .aimedAt(
            parsed.target,
            ComposeTarget.environment(folder(surroundings), surroundings.environment()))
        .withSecretFiles();
  }

  /**
   * Checks that a command can be aimed.
   *
   * @param surroundings what it would run with
   * @param command its name
   * @throws CliFailure when it works on the stack of the home only, or a secret of the target is
   *     missing
   */
  static void check(Surroundings surroundings, String command) {
    if (surroundings.target().isPresent() && !COMMANDS.contains(command)) {
      throw CliFailure.undecided(
          "'"
              + command
              + "' works on the stack that './hookline up' starts: leave out --target "
              + surroundings.target().get()
              + ", or see docs/containers.md");
    }
    if (surroundings.target().isPresent()) {
      ComposeTarget.requireSecrets(folder(surroundings), surroundings.environment());
    }
  }

  private static Path folder(Surroundings surroundings) {
    return surroundings.root().resolve("ops/compose");
  }
}
