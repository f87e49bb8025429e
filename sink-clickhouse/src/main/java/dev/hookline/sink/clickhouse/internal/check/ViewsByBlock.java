package dev.hookline.sink.clickhouse.internal.check;

import dev.hookline.sink.clickhouse.TableSchema;
import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.BlockViews;
import dev.hookline.sink.clickhouse.internal.client.QueryFailedException;
import dev.hookline.sink.clickhouse.internal.client.ServerConnection;
import dev.hookline.sink.clickhouse.internal.settings.GuardedSettings;
import dev.hookline.sink.clickhouse.internal.settings.Target;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes the views that are keyed by the block.
 *
 * <p>A server that is killed may come back with the token of what a view had made of a block and
 * without the rows, just as with a block's own. The table has the block then, every further attempt
 * is dropped in the view as well, and the view would lack it for good. So where the view's target
 * has no row of the block, the view's own SELECT is run over the block's rows. A view that makes
 * nothing of the block gets nothing by that; one whose rows arrive meanwhile has equal rows, of
 * which its target keeps one.
 */
public final class ViewsByBlock implements BlockViews {
  private static final Logger LOG = LoggerFactory.getLogger(ViewsByBlock.class);

  private final ServerConnection server;
  private final Target base;

  /** The views behind {@code base}, looked for anew each time. */
  public ViewsByBlock(ServerConnection server, Target base) {
    this.server = server;
    this.base = base;
  }

  @Override
  public void complete(SealedBlock block, long rows)
      throws QueryFailedException, InterruptedException {
    List<ViewFacts> views =
        ViewFacts.behind(server, base.database(), base.table()).stream()
            .filter(view -> view.carriesBlock() && view.target().isKeyedByBlock())
            .toList();
    for (ViewFacts view : views) {
      if (!has(view, block)) {
        LOG.warn("{} is in {} and not in {}: filled from there", block, base, view.name());
        server.query(fill(view, views, block, rows));
      }
    }
  }

  private boolean has(ViewFacts view, SealedBlock block)
      throws QueryFailedException, InterruptedException {
    return server
            .query("SELECT count() AS c FROM " + view.target().name() + " WHERE " + isOf(block))
            .get(0)
            .getLong("c")
        > 0;
  }

  /**
   * A view may read the base or the target of a view before it: each is narrowed down to the block.
   * FINAL only where rows are there twice, since it costs a look at the whole table.
   *
   * <p>It goes in as one block, so whole or not at all: of a half that is there the next look would
   * say that the view has the block. The settings stand before the SELECT, which may have some of
   * its own.
   */
  private String fill(ViewFacts view, List<ViewFacts> views, SealedBlock block, long rows) {
    String sources =
        Stream.concat(
                Stream.of(base.database() + "." + base.table()),
                views.stream().map(v -> v.target().database() + "." + v.target().table()))
            .distinct()
            .map(name -> SqlText.quoted(name) + ": " + SqlText.quoted(isOf(block)))
            .collect(Collectors.joining(", ", "{", "}"));
    String oneBlock =
        GuardedSettings.oneBlock().entrySet().stream()
            .map(setting -> setting.getKey() + " = " + setting.getValue())
            .collect(Collectors.joining(", "));
    return "INSERT INTO %s (%s) SETTINGS insert_deduplicate = 0, async_insert = 0, max_insert_threads = 1, %s, final = %d, additional_table_filters = %s %s"
        .formatted(
            view.target().name(),
            view.columns().stream().map(SqlText::name).collect(Collectors.joining(", ")),
            oneBlock,
            rows > block.rows() ? 1 : 0,
            sources,
            view.select());
  }

  private static String isOf(SealedBlock block) {
    return TableSchema.INGEST_BLOCK + " = '" + block.token() + "'";
  }
}
