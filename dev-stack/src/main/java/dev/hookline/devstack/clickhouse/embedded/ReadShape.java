package dev.hookline.devstack.clickhouse.embedded;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where a reading statement names its format and where it ends.
 *
 * @param text the statement
 * @param end after the last token that belongs to it
 * @param formatStart where its FORMAT clause begins; {@code end} when it has none
 * @param format the format it names; null when it names none
 * @param intoOutfile whether it asks for a file on the server
 */
record ReadShape(byte[] text, int end, int formatStart, String format, boolean intoOutfile) {

  static ReadShape of(byte[] text) {
    SqlLexer lexer = new SqlLexer(text, text.length);
    int end = 0;
    int formatStart = -1;
    String format = null;
    int keywordStart = -1; // of the word FORMAT just before
    String candidate = null; // the word after it
    boolean outfile = false;
    boolean afterInto = false;
    do {
      lexer.next();
      boolean top = lexer.depth() == 0;
      // Elsewhere FORMAT is a column's name: the clause comes last but for SETTINGS.
      if (candidate != null && (ends(lexer) || lexer.isWord("SETTINGS"))) {
        format = candidate;
      }
      candidate = null;
      if (keywordStart >= 0 && format == null && lexer.kind() == SqlLexer.Kind.WORD) {
        candidate = lexer.token();
        formatStart = keywordStart;
      }
      keywordStart = top && lexer.isWord("FORMAT") ? lexer.start() : -1;
      outfile |= top && afterInto && lexer.isWord("OUTFILE");
      afterInto = lexer.isWord("INTO");
      end = ends(lexer) ? end : lexer.end();
    } while (!ends(lexer));
    return new ReadShape(text, end, format == null ? end : formatStart, format, outfile);
  }

  /** The same statement, with its result written to a file. */
  byte[] intoFile(Path file, String defaultFormat) {
    String outfile = "\nINTO OUTFILE " + EngineSession.quoted(file.toString()) + " ";
    ByteArrayOutputStream whole = new ByteArrayOutputStream(end + outfile.length() + 64);
    whole.write(text, 0, formatStart);
    whole.writeBytes(outfile.getBytes(StandardCharsets.UTF_8));
    if (format == null) {
      whole.writeBytes(("FORMAT " + defaultFormat).getBytes(StandardCharsets.UTF_8));
    } else {
      whole.write(text, formatStart, end - formatStart);
    }
    return whole.toByteArray();
  }

  private static boolean ends(SqlLexer lexer) {
    return lexer.kind() == SqlLexer.Kind.END || lexer.kind() == SqlLexer.Kind.SEMICOLON;
  }
}
