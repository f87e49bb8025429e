package dev.hookline.schema;

import java.util.List;

/**
 * What a run did.
 *
 * @param database the database
 * @param applied file names of the migrations that this run applied, in order
 * @param alreadyApplied file names of those that an earlier run had applied
 * @param skipped those that this server has no use for, with the reason
 */
public record MigrationReport(
    String database, List<String> applied, List<String> alreadyApplied, List<Skipped> skipped) {

  /**
   * One that was left out, and is not recorded as applied.
   *
   * @param fileName the migration's file
   * @param reason why, for a person
   */
  public record Skipped(String fileName, String reason) {}

  /** Copies the lists. */
  public MigrationReport {
    applied = List.copyOf(applied);
    alreadyApplied = List.copyOf(alreadyApplied);
    skipped = List.copyOf(skipped);
  }
}
