package dev.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;

/**
 * Where a command writes. With {@code --json} the result is one object on the last line of stdout
 * and everything else goes to stderr; without it the text for people is on stdout.
 */
public final class Console {

  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;

  /**
   * Makes a console.
   *
   * @param out for results
   * @param err for everything else
   * @param json whether results are JSON
   */
  public Console(PrintStream out, PrintStream err, boolean json) {
    this.out = out;
    this.err = err;
    this.json = json;
  }

  /**
   * Whether the result is to be JSON.
   *
   * @return true under {@code --json}
   */
  public boolean json() {
    return json;
  }

  /**
   * Text for people: stdout, or stderr under {@code --json}.
   *
   * @param line one line or several
   */
  public void say(String line) {
    (json ? err : out).println(line);
  }

  /**
   * What is going on, as opposed to a result: always stderr.
   *
   * @param line one line
   */
  public void note(String line) {
    err.println("hookline: " + line);
  }

  /**
   * The result; printed under {@code --json} only, and the last thing that a command prints.
   *
   * @param object one object
   */
  public void result(JsonNode object) {
    if (json) {
      out.println(object);
      out.flush();
    }
  }

  /**
   * Reports on a piece of work that may last: nothing for two seconds, then what is being done and
   * for how long.
   *
   * @param work what is being done, such as {@code starting}
   * @return to be closed at the work's end
   */
  public Progress progress(String work) {
    return new Progress(work, this::note);
  }
}
