package dev.hookline.chaos.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Whatever is kept stays within its limit, and whatever has a limit was measured. */
public final class StateBounded implements Checker {

  @Override
  public String name() {
    return "StateBounded";
  }

  @Override
  public List<Violation> check(Findings findings) {
    Map<String, Long> sizes = findings.measures().sizes();
    Map<String, Long> limits = findings.measures().limits();
    List<Violation> violations = new ArrayList<>();
    if (limits.isEmpty()) {
      violations.add(new Violation(name(), "measures", "nothing has a limit"));
    }
    TreeSet<String> names = new TreeSet<>(limits.keySet());
    names.addAll(sizes.keySet());
    for (String what : names) {
      if (!sizes.containsKey(what)) {
        violations.add(new Violation(name(), what, "has a limit and was not measured"));
      } else if (!limits.containsKey(what)) {
        violations.add(new Violation(name(), what, "was measured and has no limit"));
      } else if (sizes.get(what) > limits.get(what)) {
        violations.add(
            new Violation(
                name(), what, "may be " + limits.get(what) + " and is " + sizes.get(what)));
      }
    }
    return violations;
  }
}
