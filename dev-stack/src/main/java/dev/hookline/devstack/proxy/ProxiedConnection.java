package dev.hookline.devstack.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;

/** One client's connection and the one to the part behind it; when one ends, both are closed. */
final class ProxiedConnection {
  private static final int PIECE = 16 << 10;

  /** Waits before a piece goes on. */
  interface Delay {
    void await() throws InterruptedException;
  }

  private final Socket client;
  private final Socket server;
  private final RequestWatch watch;
  private final Delay delay;
  private final Runnable ended;

  ProxiedConnection(Socket client, Socket server, RequestWatch watch, Delay delay, Runnable ended) {
    this.client = client;
    this.server = server;
    this.watch = watch;
    this.delay = delay;
    this.ended = ended;
  }

  void begin() {
    daemon("faulty-proxy-requests", this::requests);
    daemon("faulty-proxy-answers", this::answers);
  }

  private void requests() {
    boolean answerIsAwaited = false;
    try {
      InputStream in = client.getInputStream();
      OutputStream out = server.getOutputStream();
      byte[] piece = new byte[PIECE];
      int length;
      while ((length = in.read(piece)) >= 0) {
        int passed = watch.request(piece, length);
        watch.awaitHold();
        delay.await();
        out.write(piece, 0, passed);
        out.flush();
        if (passed < length) {
          return;
        }
      }
      if (watch.isHeld()) {
        // What was held is the server's, whether its client is still there or not.
        server.shutdownOutput();
        answerIsAwaited = true;
      }
    } catch (IOException e) {
      // One side has gone; the other follows.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!answerIsAwaited) {
        cut();
      }
    }
  }

  private void answers() {
    try {
      InputStream in = server.getInputStream();
      OutputStream out = client.getOutputStream();
      byte[] piece = new byte[PIECE];
      int length;
      while ((length = in.read(piece)) >= 0) {
        Optional<byte[]> passing = watch.answer(piece, length);
        if (passing.isEmpty()) {
          return;
        }
        delay.await();
        out.write(passing.get());
        out.flush();
      }
    } catch (IOException e) {
      // One side has gone; the other follows.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      cut();
    }
  }

  /** Closes both sides. */
  void cut() {
    watch.end();
    FaultyProxy.closeQuietly(client);
    FaultyProxy.closeQuietly(server);
    ended.run();
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
