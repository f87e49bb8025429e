package dev.hookline.sink.clickhouse.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/**
 * Takes TLS on a port of its own and passes what it says on to a plain one. The certificates are
 * made by the JDK's keytool: one that says 127.0.0.1, and a stranger's.
 */
final class TlsForwarder implements AutoCloseable {
  static final String PASSWORD = "sesame-store";
  private static final String TYPE = "PKCS12";

  private final SSLServerSocket listening;
  private final int plainPort;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  /**
   * @param keyStore holds key and certificate
   */
  TlsForwarder(Path keyStore, int plainPort) throws IOException, GeneralSecurityException {
    this.plainPort = plainPort;
    KeyStore keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    listening =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** A store with a key and a certificate for that name, such as {@code ip:127.0.0.1}. */
  static Path keyStore(Path folder, String alternativeName) throws Exception {
    Path store = Files.createTempFile(folder, "keys", ".p12");
    Files.delete(store);
    keytool(
        "-genkeypair",
        "-alias",
        "server",
        "-keyalg",
        "EC",
        "-dname",
        "CN=clickhouse test",
        "-ext",
        "SAN=" + alternativeName,
        "-validity",
        "2",
        "-keystore",
        store.toString());
    return store;
  }

  /** The certificate of that store, in PEM. */
  static Path certificate(Path keyStore) throws Exception {
    Path pem = Path.of(keyStore + ".pem");
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "server",
        "-file",
        pem.toString(),
        "-keystore",
        keyStore.toString());
    return pem;
  }

  /** A store that trusts that certificate. */
  static Path trustStore(Path certificate) throws Exception {
    Path store = Path.of(certificate + ".p12");
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        "server",
        "-file",
        certificate.toString(),
        "-keystore",
        store.toString());
    return store;
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", TYPE, "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException("keytool: " + said);
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket near = keep(listening.accept());
        Socket far = keep(new Socket(InetAddress.getLoopbackAddress(), plainPort));
        daemon(() -> copy(near, far));
        daemon(() -> copy(far, near));
      } catch (IOException e) {
        // Closed, or a client that did not come through; the next one is waited for.
      }
    }
  }

  private Socket keep(Socket socket) {
    sockets.add(socket);
    return socket;
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
