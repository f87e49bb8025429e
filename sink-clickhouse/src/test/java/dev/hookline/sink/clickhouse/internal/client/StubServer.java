package dev.hookline.sink.clickhouse.internal.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Speaks just enough HTTP to give the answers that a sound ClickHouse cannot be made to give: too
 * many parts, 200 with an exception header, silence, a cut. Everything else is tested on the
 * engine.
 */
public final class StubServer implements AutoCloseable {

  /** A request as it came: its parameters, its headers in lower case, its body without chunks. */
  public record Request(Map<String, String> parameters, Map<String, String> headers, byte[] body) {}

  /** What the server does once it has read head and body. */
  public interface Answer {
    void give(Socket socket) throws IOException;
  }

  private final ServerSocket listening;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean readsNothing;

  /** Listens at once. */
  public StubServer() {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** Such as {@code http://127.0.0.1:18123}. */
  public String endpoint() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  /** Queues an answer; once all are used up, every request succeeds. */
  public StubServer then(Answer answer) {
    answers.add(answer);
    return this;
  }

  /** From now on connections are accepted and not one byte is read, as by a paused process. */
  void readNothing() {
    readsNothing = true;
  }

  /** Those that came whole. */
  public List<Request> requests() {
    return requests;
  }

  /** 200 without a body. */
  public static Answer success() {
    return answer(200, 0, "");
  }

  /** An answer word by word; the code goes into the header unless it is 0. */
  public static Answer answer(int status, int exceptionCode, String body) {
    return socket -> {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Reason\r\n");
      head.append("Content-Length: ").append(bytes.length).append("\r\n");
      if (exceptionCode != 0) {
        head.append("X-ClickHouse-Exception-Code: ").append(exceptionCode).append("\r\n");
      }
      OutputStream out = socket.getOutputStream();
      out.write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
      out.write(bytes);
      out.flush();
    };
  }

  /** The server's own way to say it. */
  public static Answer failure(int status, int code) {
    return answer(status, code, "Code: " + code + ". DB::Exception: as scripted (version 26.7)");
  }

  /** Says nothing and keeps the connection. */
  static Answer silence() {
    return socket -> {};
  }

  /** Closes the connection without an answer. */
  static Answer cut() {
    return Socket::close;
  }

  /** Sends a byte of the answer every 50 ms, for ever: no silence, and no end either. */
  static Answer drip() {
    return socket -> {
      OutputStream out = socket.getOutputStream();
      out.write(
          "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      try {
        while (!Thread.interrupted()) {
          out.write('x');
          out.flush();
          synchronized (socket) {
            socket.wait(50);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        sockets.add(socket);
        if (!readsNothing) {
          daemon(() -> serve(socket));
        }
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String line;
      while ((line = line(in)) != null && !line.isEmpty()) {
        requests.add(read(line, in));
        Answer answer = answers.poll();
        (answer == null ? success() : answer).give(socket);
      }
    } catch (IOException e) {
      // The client went away, as some tests have it.
    }
  }

  private static Request read(String requestLine, InputStream in) throws IOException {
    Map<String, String> headers = new HashMap<>();
    String line;
    while ((line = line(in)) != null && !line.isEmpty()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    Map<String, String> parameters = new HashMap<>();
    String target = requestLine.split(" ", 3)[1];
    for (String pair : target.substring(target.indexOf('?') + 1).split("&", -1)) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return new Request(parameters, headers, body(headers, in));
  }

  private static byte[] body(Map<String, String> headers, InputStream in) throws IOException {
    if (!"chunked".equals(headers.get("transfer-encoding"))) {
      return in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int size;
    while ((size = Integer.parseInt(line(in), 16)) > 0) {
      body.write(in.readNBytes(size));
      line(in);
    }
    line(in);
    return body.toByteArray();
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int c;
    while ((c = in.read()) >= 0) {
      if (c == '\n') {
        return line.toString();
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return null;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "stub-clickhouse");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
