package dev.hookline.chaos.mutants.sink;

import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.rows.HourRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Writes by how much an hour grew, at each checkpoint: nothing is lost, and what is read again is
 * added again.
 *
 * @param inserts how rows are inserted
 */
record IncrementSink(PlainInserts inserts) implements Sink<PersonHour> {

  @Override
  public SinkWriter<PersonHour> createWriter(WriterInitContext context) {
    List<String> rows = new ArrayList<>();
    return new SinkWriter<>() {
      @Override
      public void write(PersonHour hour, Context element) {
        JsonRow row = new JsonRow();
        HourRows.write(hour, row);
        rows.add(row.toString());
      }

      @Override
      public void flush(boolean endOfInput) throws IOException, InterruptedException {
        UUID block = UUID.randomUUID();
        inserts.insert(
            "increments", new SmallSink.Piece(block, rows).rowsOf(block), block.toString());
        rows.clear();
      }

      @Override
      public void close() {
        // Rows that came after the last checkpoint are read again.
      }
    };
  }
}
