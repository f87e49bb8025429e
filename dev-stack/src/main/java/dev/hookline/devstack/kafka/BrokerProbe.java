package dev.hookline.devstack.kafka;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Asks a broker whether it takes part in its cluster, with one Metadata request (api key 3, version
 * 0) written by hand, so that this module needs no Kafka client. An open port says too little: a
 * broker that is still fenced answers, but refuses to create a topic.
 *
 * @see <a href="https://kafka.apache.org/protocol">the protocol</a>
 */
final class BrokerProbe {
  private static final int METADATA = 3;
  private static final int CONNECT_MILLIS = 500;
  private static final int READ_MILLIS = 2_000;
  private static final int MAX_ANSWER = 1 << 20;

  private BrokerProbe() {}

  /** Whether the broker on loopback lists at least one broker that is not fenced. */
  static boolean isInService(int port) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(READ_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      socket.getOutputStream().write(request());
      socket.getOutputStream().flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int size = in.readInt();
      if (size < 8 || size > MAX_ANSWER) {
        return false;
      }
      in.readInt(); // correlation id
      return in.readInt() > 0; // number of brokers
    } catch (IOException e) {
      return false;
    }
  }

  private static byte[] request() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(body)) {
      out.writeShort(METADATA);
      out.writeShort(0); // version
      out.writeInt(1); // correlation id
      out.writeShort(-1); // no client id
      out.writeInt(1); // one topic, which does not exist: all topics would make a long answer
      out.writeUTF("__probe");
    }
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(framed)) {
      out.writeInt(body.size());
      body.writeTo(out);
    }
    return framed.toByteArray();
  }
}
