package dev.hookline.devstack.clickhouse.embedded;

import java.io.IOException;

/** A body that is whole but not in the encoding that it claims. */
final class MalformedBodyException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedBodyException(String message) {
    super(message);
  }
}
