package dev.hookline.gateway.http;

import java.util.function.Function;

/** What reading a body gave. */
sealed interface ReadBody {

  <T> T match(Function<Whole, T> whole, Function<Refused, T> refused);

  /**
   * All of it.
   *
   * @param bytes as received
   */
  record Whole(byte[] bytes) implements ReadBody {
    @Override
    public <T> T match(Function<Whole, T> whole, Function<Refused, T> refused) {
      return whole.apply(this);
    }
  }

  /**
   * It is not taken.
   *
   * @param answer what the sender is told
   */
  record Refused(Answer answer) implements ReadBody {
    @Override
    public <T> T match(Function<Whole, T> whole, Function<Refused, T> refused) {
      return refused.apply(this);
    }
  }
}
