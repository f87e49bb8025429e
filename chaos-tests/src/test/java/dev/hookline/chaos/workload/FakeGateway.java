package dev.hookline.chaos.workload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers each request with what a function says: a status, or 0 for a connection that breaks. */
final class FakeGateway implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger requests = new AtomicInteger();

  interface Answers {
    int status(HttpExchange request) throws InterruptedException;
  }

  FakeGateway(Answers answers) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", request -> answer(answers, request));
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  int requests() {
    return requests.get();
  }

  private void answer(Answers answers, HttpExchange request) throws IOException {
    requests.incrementAndGet();
    request.getRequestBody().readAllBytes();
    try {
      int status = answers.status(request);
      if (status > 0) {
        request.sendResponseHeaders(status, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      request.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
