package dev.hookline.chaos.workload;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What goes over the wire.
 *
 * @param path of the gateway
 * @param headers name to value
 * @param body the bytes, not to be changed
 * @param times how often they are sent one behind the other, as one body: so that one over the
 *     limit needs no memory
 */
record Request(String path, Map<String, String> headers, byte[] body, int times) {

  Request with(String header, String value) {
    Map<String, String> changed = new LinkedHashMap<>(headers);
    changed.put(header, value);
    return new Request(path, changed, body, times);
  }

  Request without(String header) {
    Map<String, String> changed = new LinkedHashMap<>(headers);
    changed.remove(header);
    return new Request(path, changed, body, times);
  }

  Request to(String otherPath) {
    return new Request(otherPath, headers, body, times);
  }

  BodyPublisher publisher() {
    return times == 1
        ? BodyPublishers.ofByteArray(body)
        : BodyPublishers.fromPublisher(
            BodyPublishers.ofByteArrays(Collections.nCopies(times, body)),
            (long) times * body.length);
  }

  /** Without secrets' traces and bodies. */
  @Override
  public String toString() {
    return "POST " + path + ", " + (long) times * body.length + " bytes";
  }
}
