package dev.hookline.schema.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits SQL text at its semicolons, as ClickHouse's own lexer would: not inside quotes ('…', "…",
 * `…`, with backslash escapes and doubled quotes), heredocs ($tag$…$tag$) and comments (-- and //
 * to the end of the line, # followed by a blank or !, and block comments, which do not nest).
 */
public final class SqlStatements {

  private final String sql;
  private final List<String> statements = new ArrayList<>();
  private int start;
  private boolean something;

  private SqlStatements(String sql) {
    this.sql = sql;
  }

  /**
   * Splits a text.
   *
   * @param sql any number of statements, the last one with or without a semicolon
   * @return the statements without their semicolons, with their comments; pieces of blanks and
   *     comments alone are left out
   * @throws IllegalArgumentException naming the line where a quote, heredoc or comment begins that
   *     does not end
   */
  public static List<String> split(String sql) {
    SqlStatements splitter = new SqlStatements(sql);
    splitter.run();
    return List.copyOf(splitter.statements);
  }

  private void run() {
    int i = 0;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (c == ';') {
        finish(i);
        i++;
        start = i;
      } else if (lineComment(i)) {
        int end = sql.indexOf('\n', i);
        i = end < 0 ? sql.length() : end;
      } else if (sql.startsWith("/*", i)) {
        i = after("*/", i + 2, i, "comment");
      } else {
        i = token(i, c);
      }
    }
    finish(sql.length());
  }

  private int token(int at, char c) {
    something |= !Character.isWhitespace(c);
    if (c == '\'' || c == '"' || c == '`') {
      return afterQuote(at, c);
    }
    String tag = c == '$' ? heredocTag(at) : null;
    return tag == null ? at + 1 : after(tag, at + tag.length(), at, "heredoc");
  }

  private void finish(int end) {
    if (something) {
      statements.add(sql.substring(start, end).strip());
    }
    something = false;
  }

  private boolean lineComment(int at) {
    return sql.startsWith("--", at)
        || sql.startsWith("//", at)
        || sql.startsWith("# ", at)
        || sql.startsWith("#!", at);
  }

  private int afterQuote(int at, char quote) {
    for (int i = at + 1; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == quote) {
        // a doubled quote ends one text and begins the next, which comes to the same here
        return i + 1;
      }
    }
    throw unended("quote " + quote, at);
  }

  private String heredocTag(int at) {
    int i = at + 1;
    while (i < sql.length() && (Character.isLetterOrDigit(sql.charAt(i)) || sql.charAt(i) == '_')) {
      i++;
    }
    return i < sql.length() && sql.charAt(i) == '$' ? sql.substring(at, i + 1) : null;
  }

  private int after(String end, int from, int at, String what) {
    int found = sql.indexOf(end, from);
    if (found < 0) {
      throw unended(what, at);
    }
    return found + end.length();
  }

  private IllegalArgumentException unended(String what, int at) {
    long line = sql.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    return new IllegalArgumentException(
        "the " + what + " that begins in line " + line + " has no end");
  }
}
