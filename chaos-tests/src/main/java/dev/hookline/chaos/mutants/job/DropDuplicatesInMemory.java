package dev.hookline.chaos.mutants.job;

import dev.hookline.jobs.normalise.NormalizedEvent;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Remembers what it has seen in the worker's memory, and not in the state. */
final class DropDuplicatesInMemory
    extends KeyedProcessFunction<String, NormalizedEvent, NormalizedEvent> {
  private static final long serialVersionUID = 1L;

  private transient Set<String> seen;

  @Override
  public void open(OpenContext context) {
    seen = new HashSet<>();
  }

  @Override
  public void processElement(
      NormalizedEvent event, Context context, Collector<NormalizedEvent> out) {
    if (seen.add(event.identity().toString())) {
      out.collect(event);
    }
  }
}
