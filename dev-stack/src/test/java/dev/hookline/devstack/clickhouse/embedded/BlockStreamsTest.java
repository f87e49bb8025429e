package dev.hookline.devstack.clickhouse.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** ClickHouse's own compression; that it is ClickHouse's is shown by its client's tests. */
class BlockStreamsTest {

  @Property(tries = 40)
  void givesBackWhatWasWritten(
      @ForAll @IntRange(max = 700_000) int size, @ForAll long seed, @ForAll boolean compressible)
      throws IOException {
    byte[] plain = new byte[size];
    if (!compressible) {
      new Random(seed).nextBytes(plain);
    }

    assertThat(plainOf(blocks(plain))).isEqualTo(plain);
  }

  @Property(tries = 100)
  void noticesAChangedByte(@ForAll @IntRange(max = 9_999) int position) throws IOException {
    byte[] blocks =
        blocks("some text that compresses ".repeat(50).getBytes(StandardCharsets.UTF_8));
    int at = position % blocks.length;
    blocks[at] ^= 0x10;

    assertThatThrownBy(() -> plainOf(blocks)).isInstanceOf(IOException.class);
  }

  @Test
  void noticesACut() throws IOException {
    byte[] blocks = blocks(new byte[1000]);
    for (int length = 1; length < blocks.length; length++) {
      byte[] cut = Arrays.copyOf(blocks, length);
      assertThatThrownBy(() -> plainOf(cut)).isInstanceOf(IOException.class);
    }
  }

  private static byte[] blocks(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BlockOutputStream out = new BlockOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private static byte[] plainOf(byte[] blocks) throws IOException {
    try (BlockInputStream in = new BlockInputStream(new ByteArrayInputStream(blocks))) {
      return in.readAllBytes();
    }
  }
}
