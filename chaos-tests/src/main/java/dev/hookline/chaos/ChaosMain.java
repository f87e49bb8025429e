package dev.hookline.chaos;

import dev.hookline.chaos.mutants.Mutants;
import dev.hookline.chaos.nemesis.FaultKind;
import dev.hookline.chaos.run.ChaosReport;
import dev.hookline.chaos.run.ChaosRun;
import dev.hookline.chaos.run.ChaosSettings;
import dev.hookline.chaos.run.MutantRun;
import dev.hookline.chaos.run.ReportFiles;
import dev.hookline.chaos.run.ReportMerge;
import dev.hookline.cli.CliFailure;
import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.FolderLock;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hookline chaos}: see docs/chaos.md. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Kill, pause and cut the real processes under load, and check every accepted delivery.",
    footer = {
      "",
      "Exit code: 0 all is well, 1 something is wrong, 2 it could not be decided.",
      "A failure keeps logs, thread dumps, history and tables in target/chaos/<seed>;",
      "a mutant that was not caught keeps its files in target/chaos/mutants-<name>-<seed>."
    })
public final class ChaosMain implements Callable<Integer> {

  private static final int MOST_SCHEDULES = 10_000;
  private static final int MOST_MINUTES = 7 * 24 * 60;

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final PrintStream out;
  private final PrintStream err;

  @Option(names = "--seed", paramLabel = "S", description = "Of the first schedule (default: 1).")
  private long seed = 1;

  @Option(
      names = "--schedules",
      paramLabel = "N",
      description = "How many schedules (default: 3; with --minutes as many as fit).")
  private Integer schedules;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "Begin no schedule after so many minutes.")
  private Integer minutes;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      description = "Only these kinds of fault (default: all): ${COMPLETION-CANDIDATES}.",
      completionCandidates = Kinds.class)
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--mutants",
      description =
          "Try the wrong versions that checkers must catch; no schedules unless they are asked for.")
  private boolean mutants;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the report goes as JSON, and beside it as Markdown.")
  private Path report;

  @Option(
      names = "--merge",
      paramLabel = "FILE",
      split = ",",
      description = "Run nothing; merge these reports, of different seeds, into --report.")
  private List<Path> merge = new ArrayList<>();

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  ChaosMain(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param arguments of the command line
   */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, arguments));
  }

  static int run(PrintStream out, PrintStream err, String... arguments) {
    CommandLine command = new CommandLine(new ChaosMain(out, err));
    command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    command.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          if (failure instanceof CliFailure known) {
            err.println("hookline: " + known.getMessage());
            return known.exitCode();
          }
          throw failure;
        });
    command.setParameterExceptionHandler(
        (failure, given) -> {
          err.println("hookline: " + failure.getMessage());
          return CliFailure.UNDECIDED;
        });
    return command.execute(arguments);
  }

  @Override
  public Integer call() throws InterruptedException {
    ChaosReport result =
        merge.isEmpty() ? chaos() : ReportMerge.of(merge, line -> err.println("hookline: " + line));
    write(result);
    out.print(json ? ReportFiles.json(result) + "\n" : ReportFiles.markdown(result));
    out.flush();
    return result.exitCode();
  }

  private ChaosReport chaos() throws InterruptedException {
    ChaosSettings settings = settings();
    FolderLock lock = take(settings.folder());
    try {
      return chaos(settings);
    } finally {
      close(lock);
    }
  }

  /** A second run would remove the first one's stack. */
  static FolderLock take(Path folder) {
    try {
      return FolderLock.take(folder);
    } catch (DevStackException e) {
      throw CliFailure.undecided(
          "one chaos run at a time in a checkout; use another one: " + e.getMessage(), e);
    }
  }

  private static void close(FolderLock lock) {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ChaosReport chaos(ChaosSettings settings) throws InterruptedException {
    ChaosRun run = new ChaosRun(settings, this::progress);
    boolean schedulesToo = !mutants || schedules != null || minutes != null;
    ChaosReport result = schedulesToo ? run.run(this::write) : run.nothing();
    if (!mutants) {
      return result;
    }
    List<String> incomplete = new ArrayList<>(result.incomplete());
    incomplete.add("the mutants were not all tried");
    write(result.withIncomplete(incomplete));
    ChaosReport tried =
        new MutantRun(Mutants.all(), this::progress)
            .run(run.nothing(), seed, settings.folder().resolve("mutants"));
    return result.and(tried);
  }

  private void write(ChaosReport result) {
    if (report != null) {
      ReportFiles.write(result, report);
    }
  }

  private void progress(String line) {
    err.println(LocalTime.now(ZoneId.systemDefault()).format(TIME) + " " + line);
  }

  private ChaosSettings settings() {
    require("--schedules", schedules, MOST_SCHEDULES);
    require("--minutes", minutes, MOST_MINUTES);
    int count = schedules != null ? schedules : minutes != null ? MOST_SCHEDULES : 3;
    Path root = Path.of(System.getProperty("hookline.root", "")).toAbsolutePath();
    Path dist =
        Path.of(System.getProperty("hookline.dist", root.resolve("target/dist").toString()));
    return new ChaosSettings(
        seed,
        count,
        Optional.ofNullable(minutes).map(Duration::ofMinutes),
        kinds(),
        ChaosSettings.TRAFFIC,
        ChaosSettings.PER_SECOND,
        root,
        dist,
        root.resolve("target/chaos"));
  }

  private static void require(String option, Integer value, int most) {
    if (value != null && (value < 1 || value > most)) {
      throw CliFailure.undecided(option + " must be 1 to " + most + "; got " + value);
    }
  }

  private List<FaultKind> kinds() {
    if (faults.isEmpty()) {
      return Arrays.asList(FaultKind.values());
    }
    return faults.stream()
        .map(
            label ->
                FaultKind.ofLabel(label)
                    .orElseThrow(
                        () ->
                            CliFailure.undecided(
                                "--faults knows no '"
                                    + label
                                    + "'; it knows "
                                    + String.join(", ", new Kinds()))))
        .distinct()
        .toList();
  }

  /** The labels, for the help. */
  static final class Kinds extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Kinds() {
      super(Arrays.stream(FaultKind.values()).map(FaultKind::label).toList());
    }
  }
}
