package dev.hookline.devstack.tls;

import dev.hookline.devstack.DevStackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A key and the certificate that it has signed itself, good for two days, in the forms that servers
 * and clients ask for. The JDK's keytool makes them.
 *
 * @param keyStore PKCS12, with key and certificate
 * @param certificate the certificate, in PEM
 * @param trustStore PKCS12, with the certificate as one that is trusted
 */
public record ServerCertificate(Path keyStore, Path certificate, Path trustStore) {

  /** Opens both stores and the key. */
  public static final String PASSWORD = "sesame-store";

  private static final String ALIAS = "server";
  private static final String TYPE = "PKCS12";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /**
   * Makes one.
   *
   * @param folder where its files are put, under names of their own
   * @param alternativeNames as keytool takes them, such as {@code dns:kafka,ip:127.0.0.1}
   * @throws DevStackException when keytool fails
   */
  public static ServerCertificate make(Path folder, String alternativeNames) {
    try {
      Path own = Files.createTempDirectory(folder, "certificate");
      Path keyStore = own.resolve("key.p12");
      Path certificate = own.resolve("certificate.pem");
      Path trustStore = own.resolve("trust.p12");
      keytool(
          keyStore,
          List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=a server of a test"),
          List.of("-ext", "SAN=" + alternativeNames, "-validity", "2"));
      keytool(keyStore, List.of("-exportcert", "-rfc", "-file", certificate.toString()));
      keytool(trustStore, List.of("-importcert", "-noprompt", "-file", certificate.toString()));
      return new ServerCertificate(keyStore, certificate, trustStore);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The private key, in PEM (PKCS #8, RFC 7468). */
  public String privateKey() {
    try {
      KeyStore store = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
      Key key = store.getKey(ALIAS, PASSWORD.toCharArray());
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
      return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
    } catch (IOException | GeneralSecurityException e) {
      throw new DevStackException(
          "the key in " + keyStore + " cannot be read: " + e.getMessage(), e);
    }
  }

  @SafeVarargs
  private static void keytool(Path store, List<String>... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    for (List<String> some : arguments) {
      command.addAll(some);
    }
    command.addAll(List.of("-alias", ALIAS, "-keystore", store.toString()));
    command.addAll(List.of("-storetype", TYPE, "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new DevStackException("keytool: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DevStackException("interrupted while keytool ran", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
