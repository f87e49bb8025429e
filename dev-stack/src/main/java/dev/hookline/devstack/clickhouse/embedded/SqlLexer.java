package dev.hookline.devstack.clickhouse.embedded;

import java.nio.charset.StandardCharsets;

/**
 * The tokens of a statement's text, as far as needed to see where a clause begins: comments, string
 * literals and quoted names are passed over whole. Works on bytes, since rows in any encoding may
 * follow the statement.
 */
final class SqlLexer {
  enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    OPEN,
    CLOSE,
    DOT,
    SEMICOLON,
    OTHER,
    END
  }

  private final byte[] text;
  private final int length;
  private int start;
  private int end;
  private int depth;
  private Kind kind = Kind.OTHER;

  SqlLexer(byte[] text, int length) {
    this.text = text;
    this.length = length;
  }

  /** Moves to the next token. */
  Kind next() {
    start = skipBlanksAndComments(end);
    if (start >= length) {
      end = length;
      kind = Kind.END;
      return kind;
    }
    byte c = text[start];
    if (isWordPart(c)) {
      end = start + 1;
      while (end < length && isWordPart(text[end])) {
        end++;
      }
      kind = Kind.WORD;
      return kind;
    }
    kind =
        switch (c) {
          case '\'' -> Kind.STRING;
          case '"', '`' -> Kind.QUOTED_NAME;
          case '(', '[', '{' -> Kind.OPEN;
          case ')', ']', '}' -> Kind.CLOSE;
          case '.' -> Kind.DOT;
          case ';' -> Kind.SEMICOLON;
          default -> Kind.OTHER;
        };
    end = kind == Kind.STRING || kind == Kind.QUOTED_NAME ? endOfQuoted(c) : start + 1;
    if (kind == Kind.OPEN) {
      depth++;
    } else if (kind == Kind.CLOSE) {
      depth--;
    }
    return kind;
  }

  Kind kind() {
    return kind;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** How many brackets are open after this token. */
  int depth() {
    return depth;
  }

  String token() {
    return new String(text, start, end - start, StandardCharsets.UTF_8);
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && end - start == word.length() && token().equalsIgnoreCase(word);
  }

  private int skipBlanksAndComments(int from) {
    int i = from;
    while (i < length) {
      if (isBlank(text[i])) {
        i++;
      } else if (startsWith(i, "--") || startsWith(i, "# ") || startsWith(i, "#!")) {
        while (i < length && text[i] != '\n') {
          i++;
        }
      } else if (startsWith(i, "/*")) {
        i += 2;
        while (i < length && !startsWith(i, "*/")) {
          i++;
        }
        i = Math.min(length, i + 2);
      } else {
        return i;
      }
    }
    return length;
  }

  private int endOfQuoted(byte quote) {
    for (int i = start + 1; i < length; i++) {
      if (text[i] == '\\') {
        i++;
      } else if (text[i] == quote) {
        return i + 1; // a doubled quote begins the next token at once: the same for our purpose
      }
    }
    return length;
  }

  private boolean startsWith(int at, String what) {
    if (at + what.length() > length) {
      return false;
    }
    for (int i = 0; i < what.length(); i++) {
      if (text[at + i] != what.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWordPart(byte c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x0B;
  }
}
