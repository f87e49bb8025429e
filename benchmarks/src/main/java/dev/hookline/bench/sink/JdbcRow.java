package dev.hookline.bench.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.rows.EventRows;
import dev.hookline.sink.clickhouse.RowWriter;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Fills a prepared statement with the row that the job's own mapper makes of an event. */
final class JdbcRow implements RowWriter {
  private final PreparedStatement statement;
  private int next = 1;

  private JdbcRow(PreparedStatement statement) {
    this.statement = statement;
  }

  /** One parameter a column, in the order of {@link EventRows#SCHEMA}. */
  static void fill(PreparedStatement statement, NormalizedEvent event) throws SQLException {
    try {
      EventRows.write(event, new JdbcRow(statement));
    } catch (RefusedException e) {
      throw e.why;
    }
  }

  @Override
  public RowWriter string(String column, String value) {
    return set(() -> statement.setString(next, value));
  }

  @Override
  public RowWriter integer(String column, long value) {
    return set(() -> statement.setLong(next, value));
  }

  @Override
  public RowWriter float64(String column, double value) {
    return set(() -> statement.setDouble(next, value));
  }

  @Override
  public RowWriter bool(String column, boolean value) {
    return set(() -> statement.setBoolean(next, value));
  }

  @Override
  public RowWriter uuid(String column, UUID value) {
    return value(column, value);
  }

  @Override
  public RowWriter timestamp(String column, Instant value) {
    return value(column, LocalDateTime.ofInstant(value, ZoneOffset.UTC));
  }

  @Override
  public RowWriter timestampMillis(String column, long epochMillis) {
    return timestamp(column, Instant.ofEpochMilli(epochMillis));
  }

  @Override
  public RowWriter date(String column, LocalDate value) {
    return value(column, value);
  }

  @Override
  public RowWriter map(String column, Map<?, ?> value) {
    return value(column, value);
  }

  @Override
  public RowWriter array(String column, Collection<?> value) {
    return value(column, value);
  }

  @Override
  public RowWriter tuple(String column, List<?> value) {
    return value(column, value);
  }

  @Override
  public RowWriter decimal(String column, BigDecimal value) {
    return value(column, value);
  }

  @Override
  public RowWriter float32(String column, float value) {
    return value(column, value);
  }

  @Override
  public RowWriter address(String column, InetAddress value) {
    return value(column, value);
  }

  @Override
  public RowWriter value(String column, Object value) {
    if (value instanceof byte[] utf8) {
      return string(column, new String(utf8, UTF_8));
    }
    return set(() -> statement.setObject(next, value));
  }

  private RowWriter set(Parameter parameter) {
    try {
      parameter.set();
    } catch (SQLException e) {
      throw new RefusedException(e);
    }
    next++;
    return this;
  }

  private interface Parameter {
    void set() throws SQLException;
  }

  private static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SQLException why;

    RefusedException(SQLException why) {
      super(why);
      this.why = why;
    }
  }
}
