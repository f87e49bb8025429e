package dev.hookline.devstack.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseInReverseTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void closesTheLastFirstAndLosesNoException() {
    List<AutoCloseable> opened =
        List.of(() -> failing("first"), () -> closed.add("second"), () -> failing("third"));

    assertThatThrownBy(() -> CloseInReverse.all(opened))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining("third is stuck")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .satisfies(other -> assertThat(other).hasMessage("first is stuck")));
    assertThat(closed).containsExactly("third", "second", "first");
  }

  @Test
  void keepsTheCauseOfTheClosingInFront() {
    RuntimeException cause = new IllegalStateException("did not start");
    CloseInReverse.after(cause, List.of((AutoCloseable) () -> failing("only")));
    assertThat(cause.getSuppressed()).hasSize(1);
  }

  private void failing(String name) throws IOException {
    closed.add(name);
    throw new IOException(name + " is stuck");
  }
}
