package dev.hookline.devstack.proxy;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a client and a part on 127.0.0.1 and does what networks do: it passes on, cuts,
 * slows down, cuts in the middle of a request's body, holds a request back, and loses an answer
 * after the server has done what it was asked. It passes everything until it is told otherwise.
 *
 * <p>Thread-safe. Bounded: {@value #MOST_CONNECTIONS} connections unless told otherwise, beyond
 * which one is closed as soon as it comes; a piece of 16 KB in each direction of each.
 */
public final class FaultyProxy implements AutoCloseable {
  static final int MOST_CONNECTIONS = 64;
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);
  private static final Duration LONGEST_HOLD = Duration.ofMinutes(5);
  private static final int CONNECT_MILLIS = 3000;

  private final ServerSocket listening;
  private final int target;
  private final int mostConnections;
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Queue<OneTimeFault> faults = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<RequestHold> holds = new ConcurrentLinkedQueue<>();
  private final Queue<AnswerWatch> watches = new ConcurrentLinkedQueue<>();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong cut = new AtomicLong();
  private final AtomicLong delayed = new AtomicLong();
  private volatile boolean cutting;
  private volatile Duration delay = Duration.ZERO;

  private FaultyProxy(ServerSocket listening, int target, int mostConnections) {
    this.listening = listening;
    this.target = target;
    this.mostConnections = mostConnections;
  }

  /**
   * A proxy on a free port.
   *
   * @param port the port of 127.0.0.1 on which the part listens, now or later
   */
  public static FaultyProxy to(int port) {
    return to(port, MOST_CONNECTIONS);
  }

  /**
   * A proxy on a free port.
   *
   * @param port the port of 127.0.0.1 on which the part listens, now or later
   * @param mostConnections at once, at least 1
   */
  public static FaultyProxy to(int port, int mostConnections) {
    try {
      ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      FaultyProxy proxy = new FaultyProxy(listening, port, mostConnections);
      Thread accepting = new Thread(proxy::accept, "faulty-proxy-" + listening.getLocalPort());
      accepting.setDaemon(true);
      accepting.start();
      return proxy;
    } catch (IOException e) {
      throw new DevStackException("no proxy could be opened before port " + port, e);
    }
  }

  /** The port on which clients reach the proxy. */
  public int port() {
    return listening.getLocalPort();
  }

  /** The proxy's address for HTTP, such as {@code http://127.0.0.1:18123}. */
  public String httpUrl() {
    return "http://127.0.0.1:" + port();
  }

  /** Connections that clients made so far, those that were cut at once among them. */
  public long connectionsMade() {
    return accepted.get();
  }

  /** Connections that the proxy has cut or closed at once because of {@link #cut()}. */
  public long connectionsCut() {
    return cut.get();
  }

  /** Pieces that have waited because of {@link #delay(Duration)}. */
  public long piecesDelayed() {
    return delayed.get();
  }

  /** From now on everything passes; one-time faults stay armed until they bite or are disarmed. */
  public void pass() {
    delay = Duration.ZERO;
    cutting = false;
  }

  /** Cuts every connection, and from now on each new one as soon as it comes. */
  public void cut() {
    cutting = true;
    for (ProxiedConnection connection : connections) {
      cut.incrementAndGet();
      connection.cut();
    }
  }

  /**
   * From now on each piece waits, in both directions.
   *
   * @param delay at most 60 s
   */
  public void delay(Duration delay) {
    if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
      throw new IllegalArgumentException("delay is " + delay + " and must be 0 to 60 s");
    }
    this.delay = delay;
    cutting = false;
  }

  /**
   * Cuts one request in the middle: both connections are closed once that much of its body has
   * passed. A request with a shorter body passes, and the fault waits for the next.
   *
   * @param marker what the request's head must contain, such as {@code POST}
   * @param bytes of the body as it travels, the chunks' sizes included
   */
  public OneTimeFault cutBodyAfter(String marker, long bytes) {
    return arm(OneTimeFault.cutBody(marker, bytes));
  }

  /**
   * Lets one request reach the server and waits for its answer of 200, which the client never sees:
   * its connection is closed instead. Any other answer passes, and the fault waits for the next.
   *
   * @param marker what the request's head must contain, such as {@code POST}
   */
  public OneTimeFault swallowAnswer(String marker) {
    return arm(OneTimeFault.swallow(marker));
  }

  /**
   * Holds every request back whose head has the marker, until the hold is released or 60 s have
   * passed for it.
   *
   * @param marker what the request's head must contain
   */
  public RequestHold hold(String marker) {
    return add(new RequestHold(marker, LONGEST_DELAY, Long.MAX_VALUE));
  }

  /**
   * Holds the next request back whose head has the marker, until it is released or 5 minutes have
   * passed; others of its kind pass. It reaches the server though its client may have ended
   * meanwhile; one that resets the connection takes it back.
   *
   * @param marker what the request's head must contain
   */
  public RequestHold holdOne(String marker) {
    return add(new RequestHold(marker, LONGEST_HOLD, 1));
  }

  /**
   * Counts answers from now on; those to requests that are under way do not count.
   *
   * @param marker what the request's head must contain
   * @param said what the answer's head must contain, in capitals or not, such as {@code "HTTP/1.1
   *     500"}
   */
  public AnswerWatch watch(String marker, String said) {
    AnswerWatch watch = new AnswerWatch(marker, said);
    watches.add(watch);
    return watch;
  }

  private RequestHold add(RequestHold hold) {
    holds.add(hold);
    return hold;
  }

  private OneTimeFault arm(OneTimeFault fault) {
    faults.add(fault);
    return fault;
  }

  /** What connections ask for each of their requests. */
  private final class Plans implements RequestWatch.Plans {
    @Override
    public OneTimeFault fault(String requestHead) {
      faults.removeIf(OneTimeFault::isOver);
      return faults.stream().filter(fault -> fault.claim(requestHead)).findFirst().orElse(null);
    }

    @Override
    public RequestHold hold(String requestHead) {
      holds.removeIf(RequestHold::isReleased);
      return holds.stream().filter(hold -> hold.claim(requestHead)).findFirst().orElse(null);
    }

    @Override
    public List<AnswerWatch> watches(String requestHead) {
      watches.removeIf(AnswerWatch::isClosed);
      return watches.stream().filter(watch -> watch.concerns(requestHead)).toList();
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        accepted.incrementAndGet();
        if (cutting || connections.size() >= mostConnections) {
          cut.addAndGet(cutting ? 1 : 0);
          closeQuietly(client);
        } else {
          connect(client);
        }
      } catch (IOException e) {
        // Closed, which the condition sees; or a client that went away while it was accepted.
      }
    }
  }

  private void connect(Socket client) {
    Socket server = new Socket();
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_MILLIS);
    } catch (IOException e) {
      closeQuietly(client);
      closeQuietly(server);
      return;
    }
    ProxiedConnection[] self = new ProxiedConnection[1];
    ProxiedConnection connection =
        new ProxiedConnection(
            client,
            server,
            new RequestWatch(new Plans()),
            this::awaitDelay,
            () -> connections.remove(self[0]));
    self[0] = connection;
    connections.add(connection);
    connection.begin();
    if (cutting || listening.isClosed()) {
      connection.cut();
    }
  }

  private void awaitDelay() throws InterruptedException {
    Duration now = delay;
    if (now.isZero()) {
      return;
    }
    delayed.incrementAndGet();
    if (closed.await(now.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("the proxy is closed");
    }
  }

  /** Cuts everything and stops listening. */
  @Override
  public void close() {
    closed.countDown();
    holds.forEach(RequestHold::release);
    closeQuietly(listening);
    connections.forEach(ProxiedConnection::cut);
  }

  static void closeQuietly(AutoCloseable socket) {
    try {
      Objects.requireNonNull(socket, "socket").close();
    } catch (Exception e) {
      // It is gone, which is what was wanted.
    }
  }
}
