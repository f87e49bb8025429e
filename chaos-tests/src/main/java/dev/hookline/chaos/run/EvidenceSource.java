package dev.hookline.chaos.run;

import dev.hookline.chaos.stack.StackPlan;
import dev.hookline.devstack.Service;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** A stack as evidence is taken from it. Each method may fail: something is wrong already. */
interface EvidenceSource {

  /** Whether it has started, so that there are more than files. */
  boolean started();

  /** A folder of logs; missing where none was written. */
  Path logs();

  /** What the senders wrote down. */
  Path history();

  /** Blocks that ClickHouse has not taken; missing where it took all. */
  Path refusedBlocks();

  /** The processes, to be asked for their threads. */
  List<Service> services();

  /**
   * All rows of a table as tab-separated text.
   *
   * @throws IOException when they cannot be read
   */
  InputStream rows(String table) throws IOException;

  /** Of a stack that runs. */
  static EvidenceSource running(Session session) {
    return new Running(session);
  }

  /** Of a stack that did not start: nothing runs any more, and its folder is there. */
  static EvidenceSource notStarted(StackPlan plan) {
    return new NotStarted(plan);
  }

  /** What lies in the folder. */
  record NotStarted(StackPlan plan) implements EvidenceSource {
    @Override
    public boolean started() {
      return false;
    }

    @Override
    public Path logs() {
      return plan.folder().resolve("logs");
    }

    @Override
    public Path history() {
      return Session.history(plan);
    }

    @Override
    public Path refusedBlocks() {
      return plan.refusedBlocks();
    }

    @Override
    public List<Service> services() {
      return List.of();
    }

    @Override
    public InputStream rows(String table) throws IOException {
      throw new IOException("ClickHouse does not run");
    }
  }

  /** The folder, and what is asked of the processes. */
  record Running(Session session) implements EvidenceSource {
    @Override
    public boolean started() {
      return true;
    }

    @Override
    public Path logs() {
      return session.stack().folder().root().resolve("logs");
    }

    @Override
    public Path history() {
      return session.log().file();
    }

    @Override
    public Path refusedBlocks() {
      return session.stack().plan().refusedBlocks();
    }

    @Override
    public List<Service> services() {
      return session.stack().services();
    }

    @Override
    public InputStream rows(String table) {
      return session.stack().sql().run("SELECT * FROM " + table, "TSVWithNames");
    }
  }
}
