package dev.hookline.jobs.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.messages.webmonitor.JobDetails;
import org.apache.flink.runtime.rest.RestClient;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobsOverviewHeaders;
import org.apache.flink.runtime.rest.messages.TriggerId;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointInfo;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatusHeaders;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatusMessageParameters;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointTriggerHeaders;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointTriggerMessageParameters;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointTriggerRequestBody;
import org.apache.flink.runtime.rest.messages.queue.QueueStatus;
import org.apache.flink.util.ConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for a checkpoint as soon as all tasks of a job run, after its start and after each restart.
 * Flink's own first one comes at a moment within an interval of the restart; it is left out when
 * not every task runs by then, and rows wait for the one after it.
 *
 * <p>It asks the JobManager at {@code rest.address} and {@code rest.port}, as any client does. What
 * it cannot do costs nothing but time: Flink's own checkpoints go on.
 */
final class PromptCheckpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PromptCheckpoint.class);

  private static final Duration LOOK_EVERY = Duration.ofMillis(300);
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

  /** A checkpoint that ends by itself later than this is not waited for. */
  private static final Duration LONGEST_CHECKPOINT = Duration.ofMinutes(5);

  /** For each time that all tasks of a job have come to run. */
  private static final int MOST_ATTEMPTS = 3;

  private final String host;
  private final int port;
  private final RestClient client;
  private final Thread thread;

  /** By job; the answers may be some seconds old, so nothing is concluded from what they lack. */
  private final Map<JobID, Wanted> latest = new HashMap<>();

  private boolean answered;

  private PromptCheckpoint(Configuration config) throws ConfigurationException {
    host = config.get(RestOptions.ADDRESS, "localhost");
    port = config.get(RestOptions.PORT);
    client = new RestClient(config, Runnable::run);
    thread = new Thread(this::watch, "prompt-checkpoint");
    thread.setDaemon(true);
  }

  /**
   * Begins to watch, in a thread that does not keep the process from ending.
   *
   * @param config Flink's settings, for where its REST endpoint is and how it is secured
   * @throws ConfigurationException when they are no settings of a client of that endpoint
   */
  static PromptCheckpoint watch(Configuration config) throws ConfigurationException {
    PromptCheckpoint prompt = new PromptCheckpoint(config);
    prompt.thread.start();
    return prompt;
  }

  private void watch() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
        lookAndTell();
      }
    } catch (InterruptedException e) {
      LOG.debug("closed", e);
    }
  }

  private void lookAndTell() throws InterruptedException {
    try {
      look();
      answered = true;
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
      // Before the first answer the endpoint is not there yet; later it may be on its way down.
      if (answered) {
        LOG.warn("no checkpoint can be asked for at {}:{} now", host, port, e);
      }
      answered = false;
    }
  }

  private void look()
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    var overview =
        answer(client.sendRequest(host, port, JobsOverviewHeaders.getInstance())).getJobs();
    for (JobDetails job : overview) {
      if (allRun(job)) {
        checkpointOnce(job);
      }
    }
  }

  private void checkpointOnce(JobDetails job)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    Wanted wanted = latest.get(job.getJobId());
    if (wanted == null || wanted.since() != job.getLastUpdateTime()) {
      wanted = new Wanted(job.getLastUpdateTime(), MOST_ATTEMPTS);
    }
    if (wanted.attemptsLeft() > 0) {
      latest.put(job.getJobId(), new Wanted(wanted.since(), wanted.attemptsLeft() - 1));
      if (completes(job.getJobId())) {
        latest.put(job.getJobId(), new Wanted(wanted.since(), 0));
      }
    }
  }

  @SuppressWarnings("EnumOrdinal") // Flink counts by it, also where it writes this answer
  private static boolean allRun(JobDetails job) {
    return job.getStatus() == JobStatus.RUNNING
        && job.getNumTasks() > 0
        && job.getTasksPerState()[ExecutionState.RUNNING.ordinal()] == job.getNumTasks();
  }

  private boolean completes(JobID job)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    var parameters = new CheckpointTriggerMessageParameters();
    parameters.jobID.resolve(job);
    TriggerId trigger =
        answer(
                client.sendRequest(
                    host,
                    port,
                    CheckpointTriggerHeaders.getInstance(),
                    parameters,
                    new CheckpointTriggerRequestBody(CheckpointType.CONFIGURED, null)))
            .getTriggerId();
    CheckpointInfo end = awaitEnd(job, trigger);
    if (end.getFailureCause() != null) {
      LOG.info(
          "the checkpoint that was asked for when all tasks ran has failed: {}",
          end.getFailureCause().getMessage());
      return false;
    }
    LOG.info(
        "checkpoint {} was asked for when all tasks ran, and completed", end.getCheckpointId());
    return true;
  }

  private CheckpointInfo awaitEnd(JobID job, TriggerId trigger)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    var parameters = new CheckpointStatusMessageParameters();
    parameters.jobIdPathParameter.resolve(job);
    parameters.triggerIdPathParameter.resolve(trigger);
    long giveUp = System.nanoTime() + LONGEST_CHECKPOINT.toNanos();
    while (System.nanoTime() < giveUp) {
      var result =
          answer(
              client.sendRequest(
                  host,
                  port,
                  CheckpointStatusHeaders.getInstance(),
                  parameters,
                  EmptyRequestBody.getInstance()));
      if (result.queueStatus().getId() == QueueStatus.Id.COMPLETED) {
        return result.resource();
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
    }
    throw new TimeoutException("no end of a checkpoint within " + LONGEST_CHECKPOINT);
  }

  /**
   * A checkpoint that is wanted because all tasks run.
   *
   * @param since when a task came to run as the last, in milliseconds since 1970 by the
   *     JobManager's clock
   * @param attemptsLeft 0 once it has completed
   */
  private record Wanted(long since, int attemptsLeft) {}

  private static <T> T answer(CompletableFuture<T> request)
      throws ExecutionException, TimeoutException, InterruptedException {
    return request.get(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Stops asking; waits for no answer, and a second at most for connections to be closed. */
  @Override
  public void close() {
    thread.interrupt();
    client.shutdown(Duration.ofSeconds(1));
  }
}
