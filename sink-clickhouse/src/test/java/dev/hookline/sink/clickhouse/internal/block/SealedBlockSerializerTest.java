package dev.hookline.sink.clickhouse.internal.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Positive;

class SealedBlockSerializerTest {
  private static final UUID TOKEN = UUID.fromString("018bcfe5-6800-7abc-8def-0123456789ab");

  private final SealedBlockSerializer serializer = new SealedBlockSerializer();

  /** A block that some earlier release wrote must be read for ever, so these bytes never change. */
  @Example
  void readsAndWritesTheGoldenBytesOfVersion1() throws IOException {
    SealedBlock block =
        SealedBlock.seal(
            new BlockToken(TOKEN),
            1_700_000_000_123L,
            3,
            4096,
            "bytes of a frame".getBytes(StandardCharsets.UTF_8));
    byte[] golden = golden();

    assertThat(serializer.getVersion()).isEqualTo(1);
    assertThat(serializer.serialize(block)).isEqualTo(golden);
    assertThat(serializer.deserialize(1, golden)).isEqualTo(block);
  }

  @Property(tries = 100)
  void bringsBackWhatWasWritten(
      @ForAll long sealedAt, @ForAll @Positive int rows, @ForAll int rawBytes, @ForAll byte[] frame)
      throws IOException {
    SealedBlock block =
        SealedBlock.seal(BlockToken.source().get(), sealedAt, rows, rawBytes, frame);

    SealedBlock copy = serializer.deserialize(1, serializer.serialize(block));

    assertThat(copy).isEqualTo(block);
    assertThat(copy.contentHash()).isEqualTo(block.contentHash());
  }

  @Example
  void refusesAChangedByteOfTheFrame() throws IOException {
    byte[] changed = golden();
    changed[changed.length - 1] ^= 1;

    assertThatThrownBy(() -> serializer.deserialize(1, changed))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged block")
        .hasMessageContaining(TOKEN.toString());
  }

  @Example
  void refusesABlockCutShortAtAnyByte() throws IOException {
    byte[] golden = golden();
    for (int length = 0; length < golden.length; length++) {
      byte[] cut = Arrays.copyOf(golden, length);
      assertThatThrownBy(() -> serializer.deserialize(1, cut))
          .as("cut to %d bytes", length)
          .isInstanceOf(IOException.class);
    }
  }

  @Example
  void refusesAVersionThatItDoesNotKnowAndSaysWhatToDo() throws IOException {
    byte[] golden = golden();

    assertThatThrownBy(() -> serializer.deserialize(2, golden))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 2")
        .hasMessageContaining("restore with the release that wrote it");
  }

  @Example
  void refusesATokenWithoutATime() {
    assertThatThrownBy(() -> new BlockToken(new UUID(0, 0))).hasMessageContaining("version 7");
  }

  @Example
  void makesEveryTokenOnce() {
    var source = BlockToken.source();
    assertThat(java.util.stream.Stream.generate(source).limit(10_000).distinct()).hasSize(10_000);
  }

  private static byte[] golden() throws IOException {
    try (InputStream in =
        SealedBlockSerializerTest.class.getResourceAsStream("/golden/sealed-block-v1.bin")) {
      assertThat(in).as("golden/sealed-block-v1.bin").isNotNull();
      return in.readAllBytes();
    }
  }
}
