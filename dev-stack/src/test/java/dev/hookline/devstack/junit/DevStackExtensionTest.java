package dev.hookline.devstack.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.Part;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DevStackExtensionTest {
  @RegisterExtension
  static final DevStackExtension STACK = DevStackExtension.with(Part.REDIS, Part.CLICKHOUSE);

  @Test
  void startsThePartsThatAreNamedAndNoOther() {
    assertThat(STACK.redis().isAlive()).isTrue();
    assertThat(STACK.redis().url()).startsWith("redis://127.0.0.1:");
    assertThat(STACK.clickHouse().isAlive()).isTrue();
    assertThat(STACK.clickHouse().httpUrl()).startsWith("http://127.0.0.1:");
    assertThatThrownBy(STACK::kafka).hasMessageContaining("Part.KAFKA");
  }

  @Nested
  class AnotherClass {
    @RegisterExtension static final DevStackExtension OTHER = DevStackExtension.with(Part.REDIS);

    @Test
    void sharesTheProcess() {
      assertThat(OTHER.redis().pid()).isEqualTo(STACK.redis().pid());
    }
  }
}
