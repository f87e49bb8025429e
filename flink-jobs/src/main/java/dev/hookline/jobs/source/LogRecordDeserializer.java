package dev.hookline.jobs.source;

import dev.hookline.contract.WireRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Keeps everything a record has; the arrays are the consumer's own, not copies. */
final class LogRecordDeserializer implements KafkaRecordDeserializationSchema<LogRecord> {
  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<LogRecord> out) {
    Map<String, byte[]> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), header.value());
    }
    out.collect(
        new LogRecord(
            record.topic(),
            record.partition(),
            record.offset(),
            record.timestamp(),
            new WireRecord(record.key(), headers, record.value())));
  }

  @Override
  public TypeInformation<LogRecord> getProducedType() {
    return TypeInformation.of(LogRecord.class);
  }
}
