package dev.hookline.sink.clickhouse.internal.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FrameBufferTest {

  @Property(tries = 60)
  void givesBackEveryByteInOrder(
      @ForAll @Size(max = 40) List<@IntRange(max = 100_000) Integer> lengths) {
    FrameBuffer buffer = new FrameBuffer();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    Random random = new Random(lengths.hashCode());
    for (int length : lengths) {
      byte[] bytes = new byte[length + 2];
      random.nextBytes(bytes);
      buffer.write(bytes, 1, length);
      expected.write(bytes, 1, length);
      buffer.write(bytes[0]);
      expected.write(bytes[0]);
    }

    assertThat(buffer.size()).isEqualTo(expected.size());
    assertThat(buffer.toByteArray()).isEqualTo(expected.toByteArray());
  }
}
