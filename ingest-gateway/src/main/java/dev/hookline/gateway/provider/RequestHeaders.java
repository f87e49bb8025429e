package dev.hookline.gateway.provider;

import java.util.Optional;

/** The headers of one request. */
@FunctionalInterface
public interface RequestHeaders {

  /**
   * A header's value.
   *
   * @param name compares without case
   * @return the first value; empty when the request has no such header
   */
  Optional<String> first(String name);
}
