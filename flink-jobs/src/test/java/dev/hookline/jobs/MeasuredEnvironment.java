package dev.hookline.jobs;

import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;

/** The surroundings of an operator in a harness, whose counters can be read. */
public final class MeasuredEnvironment {

  private final InterceptingOperatorMetricGroup metrics = new InterceptingOperatorMetricGroup();
  private final MockEnvironment environment =
      new MockEnvironmentBuilder()
          .setJobID(new JobID())
          .setMetricGroup(
              new InterceptingTaskMetricGroup() {
                @Override
                public InternalOperatorMetricGroup getOrAddOperator(
                    OperatorID id, String name, Map<String, String> variables) {
                  return metrics;
                }
              })
          .build();

  public MockEnvironment environment() {
    return environment;
  }

  /** The value of the counter that the operator registered under that name. */
  public long counter(String name) {
    return ((Counter) metrics.get(name)).getCount();
  }
}
