package dev.hookline.jobs.cluster;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.container.entrypoint.StandaloneApplicationClusterConfigurationParserFactory;
import org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint;
import org.apache.flink.runtime.entrypoint.ClusterConfiguration;
import org.apache.flink.runtime.entrypoint.FlinkParseException;
import org.apache.flink.runtime.entrypoint.parser.CommandLineParser;
import org.apache.flink.runtime.jobmanager.HighAvailabilityMode;
import org.apache.flink.runtime.security.SecurityConfiguration;
import org.apache.flink.runtime.security.SecurityUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink's JobManager in application mode, which first sees to it that it can be elected again when
 * its session with ZooKeeper has expired ({@link ElectionFolder}).
 */
public final class LastingJobManager {
  private static final Logger LOG = LoggerFactory.getLogger(LastingJobManager.class);

  /** None that a JVM ends with by itself; it takes 3 for an OutOfMemoryError. */
  private static final int EXIT_NO_ZOOKEEPER = 4;

  private LastingJobManager() {}

  /**
   * Runs a JobManager. The process ends, before Flink has begun, if ZooKeeper does not do its part:
   * whoever supervises the process starts it again, and nothing is lost.
   *
   * @param args those of {@link StandaloneApplicationClusterEntryPoint}
   * @throws FlinkParseException when they are not understood
   */
  public static void main(String[] args) throws FlinkParseException {
    Configuration config = configuration(args);
    try {
      prepare(config);
    } catch (Exception e) {
      LOG.error("cannot start: ZooKeeper has not made the folder of the election", e);
      System.exit(EXIT_NO_ZOOKEEPER);
    }
    StandaloneApplicationClusterEntryPoint.main(args);
  }

  /** Signs in as Flink will, which some settings of ZooKeeper's client depend on. */
  static void prepare(Configuration config) throws Exception {
    if (HighAvailabilityMode.fromConfig(config) == HighAvailabilityMode.ZOOKEEPER) {
      SecurityUtils.install(new SecurityConfiguration(config));
      SecurityUtils.getInstalledContext()
          .runSecured(
              () -> {
                ElectionFolder.keep(config);
                return null;
              });
    }
  }

  static Configuration configuration(String[] args) throws FlinkParseException {
    ClusterConfiguration given =
        new CommandLineParser<>(new StandaloneApplicationClusterConfigurationParserFactory())
            .parse(args);
    return GlobalConfiguration.loadConfiguration(
        given.getConfigDir(), ConfigurationUtils.createConfiguration(given.getDynamicProperties()));
  }
}
