package dev.hookline.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.jobs.dedup.FirstDelivery;
import dev.hookline.jobs.metrics.Contribution;
import dev.hookline.jobs.metrics.HourTotals;
import dev.hookline.jobs.metrics.PersonHour;
import dev.hookline.jobs.normalise.Metric;
import dev.hookline.jobs.normalise.NormalizedEvent;
import dev.hookline.jobs.reject.Reject;
import dev.hookline.jobs.source.LogRecord;
import java.io.IOException;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.PojoTestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SerialisationTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        LogRecord.class,
        NormalizedEvent.class,
        Contribution.class,
        HourTotals.class,
        PersonHour.class,
        FirstDelivery.class,
        Reject.class
      })
  void everyTypeInFlightOrInStateIsSerialisedFieldByFieldAndWithoutKryo(Class<?> type) {
    PojoTestUtils.assertSerializedAsPojoWithoutKryo(type);
  }

  @Test
  void aRecordOfTheLogSurvives() throws IOException {
    LogRecord log = Events.event("a").log();
    LogRecord read = through(log, LogRecord.class);
    assertThat(read.origin()).isEqualTo(log.origin());
    assertThat(read.wire().value()).isEqualTo(log.wire().value());
    assertThat(read.wire().key()).isEqualTo(log.wire().key());
    assertThat(read.wire().headers()).containsExactlyInAnyOrderEntriesOf(log.wire().headers());
  }

  @Test
  void aRejectWithoutARecordSurvives() throws IOException {
    Reject conflict = Reject.ofConflict(Events.event("a").normalised(), "detail");
    Reject bare =
        new Reject(conflict.reason(), "d", conflict.topic(), 1, 2, conflict.label(), null, 0);
    assertThat(through(bare, Reject.class)).isEqualTo(bare);
  }

  @Test
  void aContributionAndTotalsSurvive() throws IOException {
    Contribution contribution = Contribution.of(Events.event("a").normalised());
    assertThat(through(contribution, Contribution.class)).isEqualTo(contribution);
    HourTotals totals = HourTotals.NONE.plus(Map.of(Metric.PR_MERGED, 1L, Metric.REVIEWS, 2L));
    assertThat(through(totals, HourTotals.class)).isEqualTo(totals);
  }

  private static <T> T through(T value, Class<T> type) throws IOException {
    TypeSerializer<T> serializer =
        TypeInformation.of(type).createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(256);
    serializer.serialize(value, out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }
}
