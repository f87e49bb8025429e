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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink's JobManager in application mode, which first sees to it that it can be elected again when
 * its session with ZooKeeper has expired ({@link ElectionFolder}).
 */
public final class LastingJobManager {
  private static final Logger LOG = LoggerFactory.getLogger(LastingJobManager.class);
  private static final int EXIT_NO_ZOOKEEPER = 3;

  private LastingJobManager() {}

  /**
   * Runs a JobManager. The process ends, before Flink has begun, if ZooKeeper does not answer
   * within its client's retries: whoever supervises the process starts it again, and nothing is
   * lost.
   *
   * @param args those of {@link StandaloneApplicationClusterEntryPoint}
   * @throws FlinkParseException when they are not understood
   */
  public static void main(String[] args) throws FlinkParseException {
    Configuration config = configuration(args);
    if (HighAvailabilityMode.fromConfig(config) == HighAvailabilityMode.ZOOKEEPER) {
      try {
        ElectionFolder.keep(config);
      } catch (Exception e) {
        LOG.error("cannot start: ZooKeeper has not made the folder of the election", e);
        System.exit(EXIT_NO_ZOOKEEPER);
      }
    }
    StandaloneApplicationClusterEntryPoint.main(args);
  }

  private static Configuration configuration(String[] args) throws FlinkParseException {
    ClusterConfiguration given =
        new CommandLineParser<>(new StandaloneApplicationClusterConfigurationParserFactory())
            .parse(args);
    return GlobalConfiguration.loadConfiguration(
        given.getConfigDir(), ConfigurationUtils.createConfiguration(given.getDynamicProperties()));
  }
}
