package dev.hookline.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.cli.stack.StackState.Phase;
import dev.hookline.cli.stack.StackState.StackProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {

  @TempDir private Path folder;

  private StackState state(ProcessRef supervisor) {
    return new StackState(
        Phase.READY,
        "",
        supervisor,
        "/conf/demo.yaml",
        Map.of("gateway", 8080, "kafka", 9092),
        Map.of("gateway", "10.0.0.5"),
        List.of(new StackProcess("kafka", "up", ProcessRef.self(), "/logs/kafka.log")));
  }

  @Test
  void aStateIsReadAsItWasWrittenAndNoHalfFileIsLeft() throws Exception {
    Home home = new Home(folder.resolve("home"));
    assertThat(home.state()).isEmpty();
    StackState written = state(ProcessRef.self());
    home.write(written);
    home.write(written);
    assertThat(home.state()).contains(written);
    assertThat(home.state().orElseThrow().supervised()).isTrue();
    try (var files = Files.list(home.folder())) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly("state.json");
    }
  }

  @Test
  void aStateOfANewerReleaseIsReadWithoutWhatIsUnknown() throws Exception {
    Home home = new Home(folder);
    home.write(state(ProcessRef.self()));
    Path file = folder.resolve("state.json");
    Files.writeString(file, Files.readString(file).replaceFirst("\\{", "{\"new_field\":1,"));
    assertThat(home.state()).contains(state(ProcessRef.self()));
  }

  @Test
  void aPartIsReachedAtItsHostAndElseAtLoopback() {
    StackState state = state(ProcessRef.self());
    assertThat(state.endpoint(Part.GATEWAY)).contains("http://10.0.0.5:8080");
    assertThat(state.endpoint(Part.KAFKA)).contains("127.0.0.1:9092");
    assertThat(state.endpoint(Part.FLINK)).isEmpty();
  }

  @Test
  void aStateOfAnOlderReleaseHasAllPartsAtLoopback() throws Exception {
    Home home = new Home(folder);
    home.write(state(ProcessRef.self()));
    Path file = folder.resolve("state.json");
    Files.writeString(file, Files.readString(file).replaceFirst("\"hosts\" : \\{[^}]*\\},", ""));
    assertThat(home.state().orElseThrow().endpoint(Part.GATEWAY)).contains("http://127.0.0.1:8080");
  }

  @Test
  void anotherProcessWithTheSupervisorsIdIsNotTheSupervisor() {
    ProcessRef self = ProcessRef.self();
    ProcessRef former = new ProcessRef(self.pid(), self.startTicks() - 1);
    assertThat(state(former).supervised()).isFalse();
    assertThat(former.handle()).isEmpty();
    assertThat(self.handle()).isPresent();
  }

  @Test
  void onlyOneSupervisorHasAHome() {
    Home home = new Home(folder);
    Optional<Home.Lock> first = home.tryLock();
    assertThat(first).isPresent();
    assertThat(home.tryLock()).isEmpty();
    first.orElseThrow().close();
    Optional<Home.Lock> next = home.tryLock();
    assertThat(next).isPresent();
    next.orElseThrow().close();
  }

  @Test
  void stoppingAStackWhoseSupervisorIsGoneTouchesNoProcessThatHasItsId() {
    Home home = new Home(folder);
    ProcessRef self = ProcessRef.self();
    ProcessRef former = new ProcessRef(self.pid(), self.startTicks() - 1);
    home.write(
        new StackState(
            Phase.READY,
            "",
            former,
            "",
            Map.of(),
            Map.of(),
            List.of(new StackProcess("kafka", "up", former, "/logs/kafka.log"))));
    StackStop.Result result = StackStop.stop(home, step -> {});
    assertThat(result.stopped()).isEmpty();
    assertThat(result.left()).isEmpty();
    assertThat(self.isAlive()).isTrue();
  }

  @Test
  void aProcessThatHasEndedIsNotAlive() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    ProcessRef running = ProcessRef.of(process.pid()).orElseThrow();
    assertThat(running.isAlive()).isTrue();
    process.getOutputStream().close();
    process.waitFor();
    assertThat(running.isAlive()).isFalse();
  }
}
