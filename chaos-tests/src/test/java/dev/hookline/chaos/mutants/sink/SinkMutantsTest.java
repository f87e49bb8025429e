package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.ControlledMutant;
import java.util.List;

class SinkMutantsTest extends MutantsContract {

  @Override
  List<ControlledMutant> mutants() {
    return SinkMutants.all();
  }
}
