package dev.hookline.jobs.normalise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.contract.ContentType;
import dev.hookline.contract.EventIdentity;
import dev.hookline.contract.Source;
import dev.hookline.jobs.normalise.NormalizedEvent.Credit;
import dev.hookline.jobs.normalise.NormalizedEvent.Delivery;
import dev.hookline.jobs.normalise.NormalizedEvent.EventTime;
import dev.hookline.jobs.normalise.NormalizedEvent.Payload;
import dev.hookline.jobs.normalise.NormalizedEvent.Subject;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.PojoTestUtils;
import org.junit.jupiter.api.Test;

class NormalizedEventTest {

  private static final NormalizedEvent EVENT =
      new NormalizedEvent(
          new EventIdentity("acme", Source.GITHUB, "guid"),
          new Delivery("pull_request", "d", "h", Instant.ofEpochMilli(2_000), "0".repeat(64), 1, 7),
          new Subject("closed", 5, "o/r", new Actor("9", "ada", ActorKind.HUMAN), "pull_request:1"),
          new EventTime(
              Instant.ofEpochMilli(1_000),
              Instant.ofEpochMilli(1_000),
              EventTimeSource.PAYLOAD,
              false),
          new Credit("9", "ada", Map.of(Metric.PR_MERGED, 1L, Metric.PR_OPENED, 2L)),
          Payload.of(new byte[] {'{', '}'}, ContentType.JSON));

  @Test
  void flinkSerialisesItFieldByFieldAndWithoutKryo() {
    PojoTestUtils.assertSerializedAsPojoWithoutKryo(NormalizedEvent.class);
  }

  @Test
  void survivesFlinksSerialiser() throws IOException {
    assertThat(throughFlink(EVENT)).isEqualTo(EVENT);
    assertThat(throughFlink(EVENT).credit().contributions().keySet())
        .containsExactly(Metric.PR_OPENED, Metric.PR_MERGED);
  }

  @Test
  void carriesNoBodyOverTheLimit() throws IOException {
    Payload large = Payload.of(new byte[Payload.MAX_STORED_BYTES + 1], ContentType.JSON);
    NormalizedEvent event =
        new NormalizedEvent(
            EVENT.identity(),
            EVENT.delivery(),
            EVENT.subject(),
            EVENT.time(),
            Credit.NOTHING,
            large);
    assertThat(throughFlink(event)).isEqualTo(event);
    assertThat(throughFlink(event).payload().body()).isNull();
    assertThat(large.size()).isEqualTo(Payload.MAX_STORED_BYTES + 1);
  }

  private static NormalizedEvent throughFlink(NormalizedEvent event) throws IOException {
    TypeSerializer<NormalizedEvent> serializer =
        TypeInformation.of(NormalizedEvent.class).createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(256);
    serializer.serialize(event, out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }
}
