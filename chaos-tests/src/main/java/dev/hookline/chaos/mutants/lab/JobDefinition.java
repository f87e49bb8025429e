package dev.hookline.chaos.mutants.lab;

import dev.hookline.jobs.JobConfig;
import dev.hookline.jobs.WebhookPipeline;
import dev.hookline.jobs.WebhookSinks;
import dev.hookline.jobs.normalise.WebhookNormaliser;
import dev.hookline.jobs.source.WebhookSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Adds a job to an environment: the product's, or a wrong version of it. */
@FunctionalInterface
public interface JobDefinition {

  /** The product's job, put together as its main class does. */
  JobDefinition RIGHT =
      (env, config) ->
          WebhookPipeline.define(
              env,
              config,
              WebhookSource.of(config.kafka()),
              WebhookSource.log(config.kafka()),
              new WebhookNormaliser(config.lateness()),
              WebhookSinks.of(config));

  /**
   * Adds the job.
   *
   * @param env takes it; the caller executes
   * @param config where topic and tables are
   */
  void define(StreamExecutionEnvironment env, JobConfig config);
}
