package dev.hookline.devstack.tls;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Takes TLS on a port of its own and passes what it says on to a plain one. */
public final class TlsForwarder implements AutoCloseable {

  private static final int BACKLOG = 50;
  private static final int CONNECT_LIMIT_MS = 5_000;

  private final SSLServerSocket listening;
  private final String farHost;
  private final int farPort;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  private TlsForwarder(SSLServerSocket listening, String farHost, int farPort) {
    this.listening = listening;
    this.farHost = farHost;
    this.farPort = farPort;
  }

  /**
   * Begins to listen.
   *
   * @param keyStore holds key and certificate, and opens by {@link ServerCertificate#PASSWORD}
   * @param near where to listen; port 0 takes a free one
   * @param farHost the plain server's, whose name is looked up for each connection
   * @throws DevStackException when the port or the store cannot be had
   */
  public static TlsForwarder start(
      Path keyStore, InetSocketAddress near, String farHost, int farPort) {
    try {
      char[] password = ServerCertificate.PASSWORD.toCharArray();
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(KeyStore.getInstance(keyStore.toFile(), password), password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      TlsForwarder forwarder =
          new TlsForwarder(
              (SSLServerSocket)
                  context
                      .getServerSocketFactory()
                      .createServerSocket(near.getPort(), BACKLOG, near.getAddress()),
              farHost,
              farPort);
      daemon(forwarder::accept);
      return forwarder;
    } catch (IOException | GeneralSecurityException e) {
      throw new DevStackException("no TLS at " + near + ": " + e.getMessage(), e);
    }
  }

  /** The same on a free port of this machine, to a port of it. */
  public static TlsForwarder start(Path keyStore, int farPort) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return start(keyStore, new InetSocketAddress(loopback, 0), loopback.getHostAddress(), farPort);
  }

  /** The port that takes TLS. */
  public int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        forward(listening.accept());
      } catch (IOException e) {
        // Closed, or a client that did not come through; the next one is waited for.
      }
    }
  }

  /** A client of a server that is not there sees its connection end. */
  private void forward(Socket near) throws IOException {
    Socket far = new Socket();
    sockets.add(near);
    sockets.add(far);
    try {
      far.connect(new InetSocketAddress(farHost, farPort), CONNECT_LIMIT_MS);
      daemon(() -> copy(near, far));
      daemon(() -> copy(far, near));
    } catch (IOException e) {
      sockets.remove(near);
      sockets.remove(far);
      far.close();
      near.close();
    }
  }

  /** Until one of them ends, which ends both. */
  private void copy(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // A handshake that failed, or the other direction's end.
    } finally {
      sockets.remove(from);
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tls-forwarder");
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
