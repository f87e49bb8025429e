package dev.hookline.jobs;

import dev.hookline.contract.settings.SecretFiles;
import dev.hookline.contract.settings.SettingException;
import dev.hookline.jobs.normalise.WebhookNormaliser;
import dev.hookline.jobs.source.WebhookSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assembles the job and submits it: {@code --config FILE}. Checkpoints, state and restarts are
 * settings of the cluster.
 */
public final class WebhookAnalyticsMain {

  /** The job's name in Flink. */
  public static final String JOB_NAME = "hookline";

  private static final Logger LOG = LoggerFactory.getLogger(WebhookAnalyticsMain.class);
  private static final int EXIT_BAD_SETTINGS = 2;

  private WebhookAnalyticsMain() {}

  /**
   * Runs the job.
   *
   * @param args {@code --config FILE}
   * @throws Exception when Flink does not take the job
   */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(flinkSettings());
    try {
      assemble(env, JobConfigReader.read(configFile(args), environment()));
    } catch (JobConfigException e) {
      stop(e);
      return;
    }
    env.execute(JOB_NAME);
  }

  /**
   * Flink's settings that the code relies on, so that no cluster can have others.
   *
   * @return no Kryo; objects handed on without a copy, since none is ever changed
   */
  static Configuration flinkSettings() {
    Configuration settings = new Configuration();
    settings.set(PipelineOptions.GENERIC_TYPES, false);
    settings.set(PipelineOptions.OBJECT_REUSE, true);
    return settings;
  }

  private static void assemble(StreamExecutionEnvironment env, JobConfig config) {
    if (!env.getCheckpointConfig().isCheckpointingEnabled()) {
      throw new JobConfigException(
          "execution.checkpointing.interval",
          "must be set in Flink's configuration: without checkpoints nothing is counted once");
    }
    config.requireBelow(Duration.ofMillis(env.getCheckpointConfig().getCheckpointTimeout()));
    LOG.info("starting with {}", config);
    WebhookPipeline.define(
        env,
        config,
        WebhookSource.of(config.kafka()),
        WebhookSource.log(config.kafka()),
        new WebhookNormaliser(config.lateness()),
        WebhookSinks.of(config));
  }

  private static Map<String, String> environment() {
    try {
      return SecretFiles.resolve(System.getenv());
    } catch (SettingException e) {
      JobConfigException refusal = new JobConfigException(e.setting(), e.problem());
      refusal.initCause(e);
      throw refusal;
    }
  }

  private static Path configFile(String[] args) {
    if (args.length != 2 || !args[0].equals("--config")) {
      throw new JobConfigException("arguments", "must be --config FILE");
    }
    return Path.of(args[1]);
  }

  /**
   * Ends the process. In application mode an exception out of main would end the cluster as failed,
   * and Flink would clean up the high-availability data: the next start, with the settings mended,
   * would be without its state. An exit leaves the data alone, as a SIGTERM does.
   */
  private static void stop(JobConfigException e) {
    LOG.error("cannot start: {}", e.getMessage());
    System.err.println("cannot start: " + e.getMessage());
    System.exit(EXIT_BAD_SETTINGS);
  }
}
