package dev.hookline.sink.clickhouse.internal.row;

import com.clickhouse.client.api.data_formats.RowBinaryFormatSerializer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;

/** Addresses of the Internet Protocol. A name is never looked up: only addresses are taken. */
final class AddressCodecs {
  private AddressCodecs() {}

  /** Four bytes, as one little-endian number. */
  static final class Ipv4Codec extends ValueCodec {
    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (!(value instanceof Inet4Address address)) {
        throw ValueRefused.notTaken("IPv4 addresses (Inet4Address)", value);
      }
      out.writeIPV4Address(address);
    }
  }

  /** Sixteen bytes in their order; an IPv4 address is mapped to ::ffff:a.b.c.d. */
  static final class Ipv6Codec extends ValueCodec {
    /** Of the mapped form: ten zeros, then two of these. */
    private static final int FF_BEGIN = 10;

    @Override
    void write(RowBinaryFormatSerializer out, Object value) throws IOException {
      if (!(value instanceof InetAddress address)) {
        throw ValueRefused.notTaken("IP addresses (InetAddress)", value);
      }
      byte[] bytes = address.getAddress();
      if (bytes.length == 16) {
        out.writeIPV6Address((Inet6Address) address);
        return;
      }
      byte[] mapped = new byte[16];
      Arrays.fill(mapped, FF_BEGIN, FF_BEGIN + 2, (byte) 0xFF);
      System.arraycopy(bytes, 0, mapped, FF_BEGIN + 2, bytes.length);
      out.writeIPV6Address(Inet6Address.getByAddress(null, mapped, -1));
    }
  }
}
