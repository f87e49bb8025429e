package dev.hookline.chaos.mutants.sink;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hookline.sink.clickhouse.RowWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Takes a row of the job's tables as JSON, for sinks that insert as one would by hand. It knows the
 * types of those tables and no others.
 */
final class JsonRow implements RowWriter {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private final ObjectNode columns = JSON.createObjectNode();

  /** The row in one line. */
  @Override
  public String toString() {
    try {
      return JSON.writeValueAsString(columns);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public RowWriter string(String column, String value) {
    columns.put(column, value);
    return this;
  }

  @Override
  public RowWriter integer(String column, long value) {
    columns.put(column, value);
    return this;
  }

  @Override
  public RowWriter timestamp(String column, Instant value) {
    return string(column, TIME.format(value));
  }

  @Override
  public RowWriter timestampMillis(String column, long epochMillis) {
    return timestamp(column, Instant.ofEpochMilli(epochMillis));
  }

  @Override
  public RowWriter map(String column, Map<?, ?> value) {
    columns.set(column, JSON.valueToTree(value));
    return this;
  }

  @Override
  public RowWriter uuid(String column, UUID value) {
    return string(column, value.toString());
  }

  @Override
  public RowWriter value(String column, Object value) {
    if (value == null) {
      columns.putNull(column);
      return this;
    }
    if (value instanceof byte[] text) {
      return string(column, new String(text, StandardCharsets.UTF_8));
    }
    throw unknown(column);
  }

  @Override
  public RowWriter decimal(String column, BigDecimal value) {
    throw unknown(column);
  }

  @Override
  public RowWriter float64(String column, double value) {
    throw unknown(column);
  }

  @Override
  public RowWriter float32(String column, float value) {
    throw unknown(column);
  }

  @Override
  public RowWriter bool(String column, boolean value) {
    throw unknown(column);
  }

  @Override
  public RowWriter address(String column, InetAddress value) {
    throw unknown(column);
  }

  @Override
  public RowWriter date(String column, LocalDate value) {
    throw unknown(column);
  }

  @Override
  public RowWriter array(String column, Collection<?> value) {
    throw unknown(column);
  }

  @Override
  public RowWriter tuple(String column, List<?> value) {
    throw unknown(column);
  }

  private static UnsupportedOperationException unknown(String column) {
    return new UnsupportedOperationException("no column of the job's tables is like " + column);
  }
}
