package dev.hookline.chaos.nemesis;

import dev.hookline.devstack.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Asks a Redis server about its keys, past all proxies, in its own protocol (RESP2). */
public final class RedisKeys {

  private static final int LIMIT_MILLIS = 5_000;

  private RedisKeys() {}

  /**
   * How many keys there are.
   *
   * @throws IOException when the server does not answer
   */
  public static long count(Service redis) throws IOException {
    return number(ask(redis, "DBSIZE\r\n", 1).get(0));
  }

  /**
   * Deletes all keys in one transaction that also counts them.
   *
   * @return how many there were
   * @throws IOException when the server does not answer, or has keys afterwards
   */
  static long flush(Service redis) throws IOException {
    List<String> answers = ask(redis, "MULTI\r\nDBSIZE\r\nFLUSHALL\r\nDBSIZE\r\nEXEC\r\n", 8);
    // OK, three times QUEUED, the length of the array; then the three results
    List<String> results = answers.subList(5, 8);
    if (!results.get(1).equals("+OK") || number(results.get(2)) != 0) {
      throw new IOException("Redis answered " + results);
    }
    return number(results.get(0));
  }

  private static long number(String answer) throws IOException {
    if (!answer.startsWith(":")) {
      throw new IOException("Redis answered " + answer + " where a number was asked for");
    }
    return Long.parseLong(answer.substring(1));
  }

  private static List<String> ask(Service redis, String commands, int lines) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(redis.endpoint()).getPort())) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      List<String> answers = new ArrayList<>();
      while (answers.size() < lines) {
        String line = reader.readLine();
        if (line == null) {
          throw new IOException("Redis broke off after " + answers);
        }
        answers.add(line);
      }
      return answers;
    }
  }
}
