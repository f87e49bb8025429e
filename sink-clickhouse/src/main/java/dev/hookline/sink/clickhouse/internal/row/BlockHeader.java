package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import dev.hookline.sink.clickhouse.Column;
import dev.hookline.sink.clickhouse.TableSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a block in the format RowBinaryWithNamesAndTypes: the number of columns, their names,
 * their types. Because the server matches columns by these names, a block that was sealed before an
 * ADD COLUMN is still read right after it.
 */
public final class BlockHeader {
  private BlockHeader() {}

  /** The head for rows of that schema, each followed by its block's id. */
  public static byte[] of(TableSchema schema) {
    List<Column> columns = new ArrayList<>(schema.columns());
    columns.add(Column.of(TableSchema.INGEST_BLOCK, "UUID"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RowBinaryFormatSerializer out = new RowBinaryFormatSerializer(bytes);
    try {
      RowBinaryFormatSerializer.writeSize(bytes, columns.size());
      for (Column column : columns) {
        out.writeString(column.name());
      }
      for (Column column : columns) {
        out.writeString(column.type());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a buffer in memory does not fail", e);
    }
    return bytes.toByteArray();
  }
}
