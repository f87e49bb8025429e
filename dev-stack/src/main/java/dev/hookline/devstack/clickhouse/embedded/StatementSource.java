package dev.hookline.devstack.clickhouse.embedded;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a request asks for: a statement, and rows when it is an INSERT that brings them. The
 * statement stands in {@code ?query=}, in the body, or begins in one and goes on in the other;
 * binary rows follow it directly.
 *
 * @param statement the text; of an INSERT with rows only what stands before FORMAT or VALUES
 * @param rowFormat the format of the rows; null when there are none
 * @param rows the rows, plain; empty when there are none
 */
record StatementSource(byte[] statement, String rowFormat, InputStream rows) {
  /** An INSERT's head and every other statement must fit; rows have no such limit. */
  static final int MAX_STATEMENT_BYTES = 1 << 20;

  static StatementSource read(RequestParameters parameters, InputStream body)
      throws EngineException, IOException {
    byte[] query = parameters.query().getBytes(StandardCharsets.UTF_8);
    Optional<InsertHead> head = InsertHead.parse(query, query.length);
    if (head.isPresent() && head.get().format() != null) {
      return ofInsert(head.get(), query, query.length, body);
    }
    byte[] start = query.length == 0 ? query : Arrays.copyOf(query, query.length + 1);
    if (query.length > 0) {
      start[query.length] = '\n';
    }
    int wanted = Math.max(0, MAX_STATEMENT_BYTES + 1 - start.length);
    byte[] more = body.readNBytes(wanted);
    if (head.isPresent() && more.length > 0 && !continuesInsert(more)) {
      String format = parameters.defaultFormat().orElse(InsertHead.VALUES);
      return ofInsert(new InsertHead(query, format, query.length), query, query.length, more, body);
    }
    byte[] text = Arrays.copyOf(start, start.length + more.length);
    System.arraycopy(more, 0, text, start.length, more.length);
    Optional<InsertHead> whole = InsertHead.parse(text, text.length);
    if (whole.isPresent() && whole.get().format() != null) {
      return ofInsert(whole.get(), text, text.length, body);
    }
    if (text.length > MAX_STATEMENT_BYTES) {
      throw new EngineException(
          EngineException.QUERY_IS_TOO_LARGE,
          "QUERY_IS_TOO_LARGE",
          "The statement is over the limit of " + MAX_STATEMENT_BYTES + " bytes");
    }
    return new StatementSource(text, null, InputStream.nullInputStream());
  }

  boolean hasRows() {
    return rowFormat != null;
  }

  /** {@code ?query=INSERT INTO t} may be continued by a clause as well as by rows. */
  private static boolean continuesInsert(byte[] more) {
    SqlLexer lexer = new SqlLexer(more, more.length);
    lexer.next();
    return lexer.isWord("VALUES")
        || lexer.isWord("FORMAT")
        || lexer.isWord("SELECT")
        || lexer.isWord("WITH")
        || lexer.isWord("SETTINGS");
  }

  private static StatementSource ofInsert(
      InsertHead head, byte[] text, int length, InputStream body) {
    return ofInsert(head, text, length, new byte[0], body);
  }

  private static StatementSource ofInsert(
      InsertHead head, byte[] text, int length, byte[] more, InputStream body) {
    InputStream inline =
        new ByteArrayInputStream(text, head.dataStart(), length - head.dataStart());
    InputStream rows =
        new SequenceInputStream(
            inline, new SequenceInputStream(new ByteArrayInputStream(more), body));
    return new StatementSource(
        head.statement(),
        head.format(),
        head.format().equalsIgnoreCase(InsertHead.VALUES) ? new OneStatementRows(rows) : rows);
  }
}
