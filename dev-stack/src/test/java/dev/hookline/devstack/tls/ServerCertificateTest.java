package dev.hookline.devstack.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hookline.devstack.DevStackException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCertificateTest {

  private static final int DNS = 2;

  @TempDir private Path folder;

  @Test
  void theKeyInPemIsTheCertificatesOwn() throws Exception {
    ServerCertificate made = ServerCertificate.make(folder, "dns:kafka,dns:redis");
    X509Certificate certificate;
    try (InputStream in = Files.newInputStream(made.certificate())) {
      certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
    String pem = made.privateKey();
    assertThat(pem)
        .startsWith("-----BEGIN PRIVATE KEY-----\n")
        .endsWith("\n-----END PRIVATE KEY-----\n");
    byte[] encoded = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    byte[] text = {1, 2, 3};
    Signature signing = Signature.getInstance("SHA256withECDSA");
    signing.initSign(key);
    signing.update(text);
    byte[] signature = signing.sign();
    signing.initVerify(certificate);
    signing.update(text);
    assertThat(signing.verify(signature)).isTrue();
    assertThat(certificate.getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(List.of(DNS, "kafka"), List.of(DNS, "redis"));
  }

  @Test
  void whatKeytoolRefusesIsSaid() {
    assertThatThrownBy(() -> ServerCertificate.make(folder, "nonsense"))
        .isInstanceOf(DevStackException.class)
        .hasMessageContaining("keytool");
  }
}
