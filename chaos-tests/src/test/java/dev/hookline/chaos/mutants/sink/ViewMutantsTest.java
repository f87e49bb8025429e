package dev.hookline.chaos.mutants.sink;

import dev.hookline.chaos.mutants.ControlledMutant;
import java.util.List;

class ViewMutantsTest extends MutantsContract {

  @Override
  List<ControlledMutant> mutants() {
    return ViewMutants.all();
  }
}
