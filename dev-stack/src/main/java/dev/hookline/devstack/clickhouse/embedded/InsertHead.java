package dev.hookline.devstack.clickhouse.embedded;

import java.util.Arrays;
import java.util.Optional;

/**
 * The statement part of an INSERT that brings its rows along.
 *
 * @param statement the text before FORMAT or VALUES
 * @param format the format of the rows; null when the statement names none
 * @param dataStart where the rows begin in the text that was parsed
 */
record InsertHead(byte[] statement, String format, int dataStart) {
  static final String VALUES = "Values";

  /** Empty when the text is no INSERT, or one that takes its rows from a query. */
  static Optional<InsertHead> parse(byte[] text, int length) {
    SqlLexer lexer = new SqlLexer(text, length);
    lexer.next();
    if (!lexer.isWord("INSERT")) {
      return Optional.empty();
    }
    skipTarget(lexer);
    while (lexer.kind() != SqlLexer.Kind.END && lexer.kind() != SqlLexer.Kind.SEMICOLON) {
      if (lexer.isWord("SELECT") || lexer.isWord("WITH") || lexer.isWord("FROM")) {
        return Optional.empty(); // at any depth: INSERT INTO t (SELECT 1) is one too
      }
      if (lexer.depth() == 0 && lexer.isWord("VALUES")) {
        byte[] statement = Arrays.copyOf(text, lexer.start());
        return Optional.of(new InsertHead(statement, VALUES, lexer.end()));
      }
      if (lexer.depth() == 0 && lexer.isWord("FORMAT")) {
        byte[] statement = Arrays.copyOf(text, lexer.start());
        lexer.next();
        String format = lexer.token();
        return Optional.of(
            new InsertHead(statement, format, startOfRows(text, length, lexer.end())));
      }
      lexer.next();
    }
    return Optional.of(new InsertHead(Arrays.copyOf(text, lexer.start()), null, length));
  }

  /** A column may be called {@code format}, a table too: those are not the clauses looked for. */
  private static void skipTarget(SqlLexer lexer) {
    lexer.next();
    if (lexer.isWord("INTO")) {
      lexer.next();
    }
    if (lexer.isWord("TABLE")) {
      lexer.next();
    }
    if (lexer.isWord("FUNCTION")) {
      lexer.next();
    }
    lexer.next();
    while (lexer.kind() == SqlLexer.Kind.DOT) {
      lexer.next();
      lexer.next();
    }
    while (lexer.depth() > 0 && lexer.kind() != SqlLexer.Kind.END && !startsQuery(lexer)) {
      lexer.next();
    }
  }

  private static boolean startsQuery(SqlLexer lexer) {
    return lexer.isWord("SELECT") || lexer.isWord("WITH");
  }

  /** As the engine's parser: blanks, then one line end, if there is one. */
  private static int startOfRows(byte[] text, int length, int endOfFormat) {
    int i = endOfFormat;
    while (i < length && (text[i] == ' ' || text[i] == '\t' || text[i] == '\f')) {
      i++;
    }
    if (i < length && text[i] == '\r') {
      i++;
    }
    if (i < length && text[i] == '\n') {
      i++;
    }
    return i;
  }
}
