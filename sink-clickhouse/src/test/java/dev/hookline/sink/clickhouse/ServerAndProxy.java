package dev.hookline.sink.clickhouse;

import dev.hookline.devstack.Part;
import dev.hookline.devstack.clickhouse.EmbeddedClickHouse;
import dev.hookline.devstack.junit.DevStackExtension;
import dev.hookline.devstack.proxy.FaultyProxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class the real engine, a database of its own in it and a proxy before it, and each
 * test a table of its own:
 *
 * <pre>{@code
 * @RegisterExtension static final ServerAndProxy SERVER = new ServerAndProxy();
 *
 * private final ExactTable table = SERVER.newTable();
 * }</pre>
 *
 * <p>After each test the proxy passes everything again.
 */
final class ServerAndProxy implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private final DevStackExtension stack = DevStackExtension.with(Part.CLICKHOUSE);
  private final AtomicInteger tables = new AtomicInteger();
  private TestServer server;
  private FaultyProxy proxy;

  @Override
  public void beforeAll(ExtensionContext context) {
    stack.beforeAll(context);
    server = new TestServer(engine());
    proxy = FaultyProxy.to(engine().port());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    proxy.pass();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    proxy.close();
    server.close();
  }

  /** What a test kills or pauses, and brings back before it ends. */
  EmbeddedClickHouse engine() {
    return stack.clickHouse();
  }

  FaultyProxy proxy() {
    return proxy;
  }

  ExactTable newTable() {
    return ExactTable.create(server, newName());
  }

  /**
   * @param window the blocks that the table remembers
   */
  ExactTable newTable(int window) {
    return ExactTable.create(server, newName(), window);
  }

  private String newName() {
    return "t" + tables.incrementAndGet();
  }
}
