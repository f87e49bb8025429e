package dev.hookline.devstack;

import java.util.Locale;

/** The parts of a stack, in the order in which they start. */
public enum Part {
  ZOOKEEPER,
  KAFKA,
  REDIS,
  CLICKHOUSE,
  FLINK;

  /** The name that users see, and that names its files: {@code kafka}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The setting that chooses its port: {@code HOOKLINE_KAFKA_PORT}. */
  public String portSetting() {
    return "HOOKLINE_" + name() + "_PORT";
  }
}
