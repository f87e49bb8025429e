package dev.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventIdentityTest {

  @Property
  void anIdentityReadsBackFromItsTextWhateverTheEventIdHolds(
      @ForAll @CharRange(from = '!', to = '~') @StringLength(min = 1, max = 255) String eventId) {
    EventIdentity identity = new EventIdentity("acme", Source.JIRA, eventId);

    assertThat(EventIdentity.parse(identity.toString())).isEqualTo(identity);
  }

  @Test
  void twoOrganisationsNeverShareAnIdentity() {
    assertThat(new EventIdentity("a", Source.GITHUB, "b:c").toString()).isEqualTo("a:github:b:c");
    assertThat(EventIdentity.isOrg("a:github")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Acme", "a b", "-a", "a:b", "ä"})
  void anOrganisationNameThatCannotBeIsRefusedWithItsLimit(String org) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EventIdentity(org, Source.GITHUB, "e"))
        .withMessageContaining("1 to 64");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\n", "ü"})
  void anEventIdThatCannotBeIsRefusedWithItsLimit(String eventId) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EventIdentity("acme", Source.GITHUB, eventId))
        .withMessageContaining("1 to 255");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "acme", "acme:github", "acme:svn:1"})
  void aTextThatIsNoIdentityIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> EventIdentity.parse(text));
  }
}
