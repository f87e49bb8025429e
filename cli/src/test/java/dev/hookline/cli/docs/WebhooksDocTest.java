package dev.hookline.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The gateway's file that docs/webhooks.md shows is the demo's but for the organisations. */
class WebhooksDocTest {

  private static final Path ROOT = Path.of(System.getProperty("hookline.root"));

  private static Map<String, Object> yaml(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
  }

  @Test
  void theExampleFindsThePartsAsTheDemosFileDoesAndTakesSecretsFromFiles() throws Exception {
    Matcher block =
        Pattern.compile("(?s)```yaml\n(.*?)```")
            .matcher(Files.readString(ROOT.resolve("docs/webhooks.md")));
    assertThat(block.find()).isTrue();
    Map<String, Object> example = yaml(block.group(1));
    Map<String, Object> demo = yaml(Files.readString(ROOT.resolve("conf/demo.yaml")));
    demo.put("organisations", example.get("organisations"));
    assertThat(example).isEqualTo(demo);
    // another name cannot come as a file
    assertThat(block.group(1)).doesNotContainPattern("\\$\\{(?!HOOKLINE_)");
  }
}
