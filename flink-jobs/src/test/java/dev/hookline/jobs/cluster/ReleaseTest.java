package dev.hookline.jobs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.jobs.Events;
import dev.hookline.jobs.decode.DecodeWebhook;
import dev.hookline.jobs.normalise.WebhookNormaliser;
import dev.hookline.jobs.reject.Reject;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseTest {

  private static final Map<String, String> CLASSES =
      Map.of("a/First.class", "one", "a/Second.class", "two");

  @TempDir private Path folder;

  @Test
  void theSameClassesAreTheSameReleaseWheneverTheyWereBuilt() throws Exception {
    assertThat(Release.of(jar("early.jar", CLASSES, 1_000_000_000_000L)))
        .isEqualTo(Release.of(jar("later.jar", new TreeMap<>(CLASSES), 1_700_000_000_000L)))
        .hasToString(Release.of(jar("again.jar", CLASSES, 0)).toString());
  }

  @Test
  void aClassThatIsChangedAddedOrNamedOtherwiseMakesAnotherRelease() throws Exception {
    Release release = Release.of(jar("release.jar", CLASSES, 0));
    Map<String, String> changed = new TreeMap<>(CLASSES);
    changed.put("a/Second.class", "TWO");
    Map<String, String> added = new TreeMap<>(CLASSES);
    added.put("a/Third.class", "");
    Map<String, String> renamed = Map.of("a/First.class", "one", "b/Second.class", "two");
    for (Map<String, String> other : List.of(changed, added, renamed)) {
      assertThat(Release.of(jar(other.hashCode() + ".jar", other, 0)))
          .as("with %s", other)
          .isNotEqualTo(release);
    }
  }

  /** As a TaskManager reads a task of the job that another release's JobManager gives it. */
  @Test
  void aTaskOfAnotherReleaseIsRefusedAndBothAreNamed() throws Exception {
    byte[] task =
        InstantiationUtil.serializeObject(
            new DecodeWebhook(
                new WebhookNormaliser(Events.LATENESS),
                new OutputTag<>("rejects", TypeInformation.of(Reject.class))));
    assertThat(read(task)).isInstanceOf(DecodeWebhook.class);

    String here = "classes-in-a-folder"; // where the tests' own are
    byte[] other = replaced(task, here, "4f1c" + "0".repeat(here.length() - 4));
    assertThatThrownBy(() -> read(other))
        .isInstanceOf(InvalidObjectException.class)
        .hasMessageContaining("submitted by release 4f1c00000000 of")
        .hasMessageContaining("this process has release " + Release.here() + " on")
        .hasMessageContaining("from the same jar or image");
  }

  private static Object read(byte[] object) throws IOException, ClassNotFoundException {
    return InstantiationUtil.deserializeObject(object, ReleaseTest.class.getClassLoader());
  }

  private static byte[] replaced(byte[] in, String from, String to) {
    String text = new String(in, StandardCharsets.ISO_8859_1);
    assertThat(text.split(from, -1)).as("parts around what is replaced").hasSize(2);
    return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
  }

  private Path jar(String name, Map<String, String> entries, long millis) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Map.Entry<String, String> one : entries.entrySet()) {
        ZipEntry entry = new ZipEntry(one.getKey());
        entry.setTime(millis);
        zip.putNextEntry(entry);
        zip.write(one.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return jar;
  }
}
