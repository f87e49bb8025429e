package dev.hookline.chaos.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Takes connections and answers nothing, or begins an answer and never ends it. */
final class MuteServer implements AutoCloseable {

  private final ServerSocket server;
  private final Queue<Socket> taken = new ConcurrentLinkedQueue<>();
  private final String beginning;

  /**
   * Listens.
   *
   * @param beginning of the answer to whatever comes; empty for none
   */
  MuteServer(String beginning) {
    this.beginning = beginning;
    try {
      server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::take, "mute-server");
    thread.setDaemon(true);
    thread.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  /** Connections so far. */
  int taken() {
    return taken.size();
  }

  /** Reads from the first connection until its sender hangs up. */
  void awaitHangUp() throws IOException {
    Socket first = taken.element();
    first.setSoTimeout(60_000);
    while (first.getInputStream().read() >= 0) {
      // what is sent does not matter
    }
  }

  private void take() {
    try {
      while (true) {
        Socket socket = server.accept();
        taken.add(socket);
        socket.getOutputStream().write(beginning.getBytes(US_ASCII));
      }
    } catch (IOException e) {
      // closed
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : taken) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
