package dev.hookline.jobs.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.container.entrypoint.StandaloneApplicationClusterConfigurationParserFactory;
import org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.entrypoint.ClusterConfiguration;
import org.apache.flink.runtime.entrypoint.FlinkParseException;
import org.apache.flink.runtime.entrypoint.parser.CommandLineParser;
import org.apache.flink.runtime.highavailability.zookeeper.CuratorFrameworkWithUnhandledErrorListener;
import org.apache.flink.runtime.jobmanager.HighAvailabilityMode;
import org.apache.flink.runtime.security.SecurityConfiguration;
import org.apache.flink.runtime.security.SecurityUtils;
import org.apache.flink.runtime.util.ZooKeeperUtils;
import org.apache.flink.shaded.curator5.org.apache.curator.framework.CuratorFramework;
import org.apache.flink.util.ConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink's JobManager in application mode, which first sees to it that it can be elected again when
 * its session with ZooKeeper has expired ({@link ElectionFolder}), and that the job's state is
 * there ({@link FormerState}).
 */
public final class LastingJobManager {
  private static final Logger LOG = LoggerFactory.getLogger(LastingJobManager.class);

  /** None that a JVM ends with by itself; it takes 3 for an OutOfMemoryError. */
  private static final int EXIT_NOT_STARTED = 4;

  private static final Duration CONNECTING = Duration.ofMinutes(3);

  private LastingJobManager() {}

  /**
   * Runs a JobManager. The process ends, before Flink has begun, if ZooKeeper does not do its part,
   * or the job's state does not fit it: whoever supervises the process starts it again, and nothing
   * is lost.
   *
   * @param args those of {@link StandaloneApplicationClusterEntryPoint}
   * @throws FlinkParseException when they are not understood
   */
  public static void main(String[] args) throws FlinkParseException {
    Configuration config = configuration(args);
    try {
      prepare(config);
    } catch (UnfitStateException e) {
      LOG.error("cannot start: {}", e.getMessage(), e.getCause());
      System.err.println("cannot start: " + e.getMessage());
      System.exit(EXIT_NOT_STARTED);
    } catch (Exception e) {
      LOG.error("cannot start: ZooKeeper, or the folder of the state, does not do its part", e);
      System.err.println("cannot start: ZooKeeper, or the folder of the state, has failed: " + e);
      System.exit(EXIT_NOT_STARTED);
    }
    watchOver(config);
    StandaloneApplicationClusterEntryPoint.main(args);
  }

  private static void watchOver(Configuration config) {
    try {
      PromptCheckpoint.watch(config);
    } catch (ConfigurationException | RuntimeException e) {
      LOG.warn("a restarted job's first checkpoint will not be asked for ahead of its time", e);
    }
  }

  /** Signs in as Flink will, which some settings of ZooKeeper's client depend on. */
  static void prepare(Configuration config) throws Exception {
    if (HighAvailabilityMode.fromConfig(config) == HighAvailabilityMode.ZOOKEEPER) {
      FileSystem.initialize(config, PluginUtils.createPluginManagerFromRootFolder(config));
      SecurityUtils.install(new SecurityConfiguration(config));
      SecurityUtils.getInstalledContext()
          .runSecured(
              () -> {
                prepareZooKeeper(config);
                return null;
              });
    }
  }

  private static void prepareZooKeeper(Configuration config) throws Exception {
    try (CuratorFrameworkWithUnhandledErrorListener client =
        ZooKeeperUtils.startCuratorFramework(
            config, e -> LOG.warn("ZooKeeper's client has failed", e))) {
      CuratorFramework zookeeper = client.asCuratorFramework();
      if (!zookeeper.blockUntilConnected((int) CONNECTING.toSeconds(), TimeUnit.SECONDS)) {
        throw new TimeoutException("no connection to ZooKeeper within " + CONNECTING);
      }
      ElectionFolder.keep(zookeeper);
      String job = config.get(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID);
      if (job == null) {
        LOG.warn("without --job-id nobody looks whether the job's former state is there");
      } else {
        new FormerState(zookeeper, config, JobID.fromHexString(job)).requireFit();
      }
    }
  }

  /**
   * Flink's settings as its own main will have them, as far as they are asked for here.
   *
   * @throws FlinkParseException when the arguments are not understood
   */
  static Configuration configuration(String[] args) throws FlinkParseException {
    var known = new StandaloneApplicationClusterConfigurationParserFactory();
    ClusterConfiguration given = new CommandLineParser<>(known).parse(args);
    Configuration config =
        GlobalConfiguration.loadConfiguration(
            given.getConfigDir(),
            ConfigurationUtils.createConfiguration(given.getDynamicProperties()));
    // What Flink's parser has made of these is visible to Flink alone.
    CommandLine line = commandLine(known.getOptions(), args);
    setIfGiven(line, "job-id", config, PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID);
    setIfGiven(line, "fromSavepoint", config, StateRecoveryOptions.SAVEPOINT_PATH);
    return config;
  }

  private static CommandLine commandLine(Options options, String[] args)
      throws FlinkParseException {
    try {
      return new DefaultParser().parse(options, args, true);
    } catch (ParseException e) {
      throw new FlinkParseException("cannot read the command line", e);
    }
  }

  private static void setIfGiven(
      CommandLine line, String name, Configuration config, ConfigOption<String> option) {
    if (line.hasOption(name)) {
      config.set(option, line.getOptionValue(name));
    }
  }
}
