package dev.hookline.devstack.clickhouse.embedded;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The rows of {@code INSERT … VALUES}. The engine stops reading at a semicolon and says nothing of
 * what follows; a server refuses it, and so does this.
 */
final class OneStatementRows extends FilterInputStream {
  private boolean quoted;
  private boolean escaped;
  private boolean ended;

  OneStatementRows(InputStream rows) {
    super(rows);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int n = in.read(target, offset, length);
    for (int i = offset; i < offset + n; i++) {
      look(target[i]);
    }
    return n;
  }

  private void look(byte b) throws IOException {
    if (escaped) {
      escaped = false;
    } else if (quoted) {
      escaped = b == '\\';
      quoted = b != '\'';
    } else if (ended && b > ' ') {
      throw new SecondStatementException();
    } else {
      quoted = b == '\'';
      ended |= b == ';';
    }
  }

  /** There is more than one statement in the request. */
  static final class SecondStatementException extends IOException {
    private static final long serialVersionUID = 1L;
  }
}
