package dev.hookline.jobs.cluster;

import java.io.IOException;
import java.net.HttpURLConnection;
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
import org.apache.flink.runtime.rest.util.RestClientException;
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

  /** As long as a JobManager may take to answer after its start. */
  private static final Duration SILENT = Duration.ofMinutes(2);

  private final String host;
  private final int port;
  private final RestClient client;
  private final Thread thread;

  /**
   * By job: when its last task had come to run when a checkpoint was asked for, in milliseconds
   * since 1970 by the JobManager's clock. Answers may be some seconds old, so nothing is concluded
   * from what they lack.
   */
  private final Map<JobID, Long> askedSince = new HashMap<>();

  private long lastAnswerNanos = System.nanoTime();
  private boolean told;

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
      lastAnswerNanos = System.nanoTime();
      told = false;
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
      if (!told && System.nanoTime() - lastAnswerNanos > SILENT.toNanos()) {
        told = true;
        LOG.warn(
            "no checkpoint can be asked for: no answer at rest.address {} and rest.port {} for {}",
            host,
            port,
            SILENT,
            e);
      }
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

  /** Once, also when it is refused: after that Flink's own will do. */
  private void checkpointOnce(JobDetails job)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    Long since = job.getLastUpdateTime();
    if (since.equals(askedSince.get(job.getJobId()))) {
      return;
    }
    askedSince.put(job.getJobId(), since);
    tell(awaitEnd(job.getJobId(), trigger(job.getJobId())));
  }

  @SuppressWarnings("EnumOrdinal") // Flink counts by it, also where it writes this answer
  private static boolean allRun(JobDetails job) {
    return job.getStatus() == JobStatus.RUNNING
        && job.getNumTasks() > 0
        && job.getTasksPerState()[ExecutionState.RUNNING.ordinal()] == job.getNumTasks();
  }

  private TriggerId trigger(JobID job)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    var parameters = new CheckpointTriggerMessageParameters();
    parameters.jobID.resolve(job);
    var configured = new CheckpointTriggerRequestBody(CheckpointType.CONFIGURED, null);
    return answer(
            client.sendRequest(
                host, port, CheckpointTriggerHeaders.getInstance(), parameters, configured))
        .getTriggerId();
  }

  /**
   * Fetches the end, also after an answer that failed: the JobManager keeps an end that nobody has
   * fetched, and waits for somebody to do so, for up to 5 minutes, before it shuts down
   * (rest.async.store-duration).
   */
  private CheckpointInfo awaitEnd(JobID job, TriggerId trigger)
      throws IOException, TimeoutException, InterruptedException {
    var parameters = new CheckpointStatusMessageParameters();
    parameters.jobIdPathParameter.resolve(job);
    parameters.triggerIdPathParameter.resolve(trigger);
    long giveUp = System.nanoTime() + LONGEST_CHECKPOINT.toNanos();
    Exception last = null;
    while (System.nanoTime() < giveUp) {
      try {
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
      } catch (IOException | ExecutionException | TimeoutException e) {
        last = e;
        if (isUnknown(e.getCause())) {
          break;
        }
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
    }
    TimeoutException unknown =
        new TimeoutException("nothing is known of the end of a checkpoint, or not in time");
    unknown.initCause(last);
    throw unknown;
  }

  /** As after a change of the leader. */
  private static boolean isUnknown(Throwable cause) {
    return cause instanceof RestClientException refused
        && refused.getHttpResponseStatus().code() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  private static void tell(CheckpointInfo end) {
    if (end.getFailureCause() == null) {
      LOG.info(
          "checkpoint {} was asked for when all tasks ran, and completed", end.getCheckpointId());
    } else {
      LOG.info(
          "the checkpoint that was asked for when all tasks ran has failed: {}",
          end.getFailureCause().getMessage());
    }
  }

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
