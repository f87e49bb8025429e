package dev.hookline.chaos.mutants.lab;

import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.jobs.JobConfig;
import dev.hookline.jobs.Size;
import java.time.Duration;
import org.apache.flink.api.common.JobID;

/** A job that reads the lab's topic from its beginning into a database of its own. */
public final class RunningJob implements AutoCloseable {

  private final LocalFlink flink;
  private final JobDefinition definition;
  private final JobConfig config;
  private JobID id;

  private RunningJob(LocalFlink flink, JobDefinition definition, JobConfig config) {
    this.flink = flink;
    this.definition = definition;
    this.config = config;
  }

  /**
   * Makes the database and starts the job.
   *
   * @param lab where it runs
   * @param definition right or wrong
   */
  public static RunningJob start(Lab lab, JobDefinition definition) {
    String database = lab.freshDatabase();
    RunningJob job =
        new RunningJob(
            lab.flink(), definition, config(lab.kafka().bootstrapServers(), lab, database));
    job.submit("");
    return job;
  }

  private static JobConfig config(String kafka, Lab lab, String database) {
    EmbeddedClickHouse server = lab.clickHouse();
    return new JobConfig(
        new JobConfig.Kafka(kafka, database, Duration.ofDays(7), Duration.ofDays(1)),
        new JobConfig.ClickHouse(
            server.httpUrl(),
            database,
            EmbeddedClickHouse.WRITER,
            server.writerPassword(),
            Duration.ofMillis(100),
            Duration.ofSeconds(60),
            new Size(16),
            ""),
        new JobConfig.Dedup(Duration.ofDays(7), Duration.ofDays(15)),
        new JobConfig.Windows(Duration.ofDays(4), Duration.ofMillis(300)));
  }

  private void submit(String savepoint) {
    id = flink.submit(database(), env -> definition.define(env, config), savepoint);
  }

  /** Its database, which is also its consumer group. */
  public String database() {
    return config.clickhouse().database();
  }

  /**
   * Stops it with a savepoint.
   *
   * @return where the savepoint is
   */
  public String stop() {
    return flink.stop(database(), id);
  }

  /**
   * Starts it again.
   *
   * @param savepoint of {@link #stop}
   */
  public void resume(String savepoint) {
    submit(savepoint);
  }

  @Override
  public void close() {
    flink.cancel(id);
  }
}
