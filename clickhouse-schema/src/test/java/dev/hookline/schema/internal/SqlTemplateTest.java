package dev.hookline.schema.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTemplateTest {

  @Test
  void aTextIsQuotedWhateverItHolds() {
    assertThat(new SqlTemplate().text("x", "a'b\\c$1").fill("SELECT ${x}"))
        .isEqualTo("SELECT 'a\\'b\\\\c$1'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a.b", "1a", "a`", "a;DROP"})
  void aNameThatIsNoIdentifierIsRefused(String name) {
    assertThatThrownBy(() -> new SqlTemplate().identifier("database", name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("database must be");
  }

  @Test
  void aPlaceholderWithoutAValueIsNamed() {
    assertThatThrownBy(() -> new SqlTemplate().fill("USE ${database}"))
        .hasMessageContaining("${database}");
  }
}
