package dev.hookline.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DevStackException;
import dev.hookline.devstack.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RevivalTest {

  /** A part that is up. */
  static Service part(String name) {
    return new Part(name, 1);
  }

  /** A part that is up, as the process of that pid. */
  static Service part(String name, long pid) {
    return new Part(name, pid);
  }

  /** A part that is up, and once it is down never again. */
  static Service partThatDoesNotStart(String name) {
    return new Part(name, 1) {
      @Override
      public void restart() {
        throw new DevStackException(name + " did not start");
      }
    };
  }

  /** A part that is up or down. */
  private static class Part implements Service {
    private final String name;
    private final long pid;
    private boolean alive = true;

    Part(String name, long pid) {
      this.name = name;
      this.pid = pid;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long pid() {
      return pid;
    }

    @Override
    public boolean isAlive() {
      return alive;
    }

    @Override
    public String endpoint() {
      throw new UnsupportedOperationException("it listens nowhere");
    }

    @Override
    public Path log() {
      throw new UnsupportedOperationException("it writes nothing");
    }

    @Override
    public void kill() {
      alive = false;
    }

    @Override
    public void pause() {
      throw new UnsupportedOperationException("it is no process");
    }

    @Override
    public void resume() {
      throw new UnsupportedOperationException("it is no process");
    }

    @Override
    public void restart() {
      alive = true;
    }

    @Override
    public void close() {
      alive = false;
    }
  }

  @Test
  void aPartThatEndedByItselfIsStartedAgainAndCountedEachTime() {
    List<String> told = new ArrayList<>();
    Revival revival = new Revival(told::add);
    Part gateway = new Part("gateway-1", 1);
    Part broker = new Part("kafka", 1);

    for (int time = 0; time < 2; time++) {
      gateway.kill();
      revival.look(List.of(gateway, broker));
      assertThat(gateway.isAlive()).isTrue();
    }
    revival.look(List.of(gateway, broker));

    assertThat(revival.byPart()).isEqualTo(Map.of("gateway-1", 2));
    assertThat(told).hasSize(2).allMatch(line -> line.contains("gateway-1 had ended by itself"));
  }

  @Test
  void aPartThatDoesNotStartKeepsNoOtherDown() {
    Revival revival = new Revival(line -> {});
    Service gone = partThatDoesNotStart("kafka");
    Service gateway = part("gateway-1");
    gone.kill();
    gateway.kill();

    assertThatThrownBy(() -> revival.look(List.of(gone, gateway)))
        .isInstanceOf(DevStackException.class)
        .hasMessage("kafka did not start");

    assertThat(gateway.isAlive()).isTrue();
  }

  @Test
  void whatABrokenFaultHasLeftDownIsStartedAgainAndDidNotEndByItself() {
    Revival revival = new Revival(line -> {});
    Service broker = part("kafka");
    broker.kill();

    revival.lookAfterBrokenFault(List.of(broker));

    assertThat(broker.isAlive()).isTrue();
    assertThat(revival.byPart()).isEmpty();
  }
}
