package dev.hookline.chaos.mutants.sink;

import dev.hookline.jobs.normalise.NormalizedEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Gathers rows in a list and inserts it when it is full, and at no checkpoint: what is in the list
 * then is neither in the state nor in the table.
 *
 * @param inserts how rows are inserted
 * @param full rows of an insert
 */
record PlainListSink(PlainInserts inserts, int full) implements Sink<NormalizedEvent> {

  @Override
  public SinkWriter<NormalizedEvent> createWriter(WriterInitContext context) {
    List<String> rows = new ArrayList<>();
    return new SinkWriter<>() {
      @Override
      public void write(NormalizedEvent event, Context element)
          throws IOException, InterruptedException {
        rows.add(SmallSink.row(event));
        if (rows.size() == full) {
          insert();
        }
      }

      @Override
      public void flush(boolean endOfInput) throws IOException, InterruptedException {
        if (endOfInput) {
          insert();
        }
      }

      private void insert() throws IOException, InterruptedException {
        UUID block = UUID.randomUUID();
        inserts.insert(
            "normalized_events", new SmallSink.Piece(block, rows).rowsOf(block), block.toString());
        rows.clear();
      }

      @Override
      public void close() {
        // The list is lost here.
      }
    };
  }
}
