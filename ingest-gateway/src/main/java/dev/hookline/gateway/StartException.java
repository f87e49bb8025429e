package dev.hookline.gateway;

import io.javalin.util.JavalinBindException;
import java.util.function.IntSupplier;

/** A gateway that could not start; the message is one line for the operator. */
public final class StartException extends Exception {
  private static final long serialVersionUID = 1L;

  private StartException(String message, Throwable cause) {
    super(message.replaceAll("\\s*\\R\\s*", " "), cause);
  }

  static StartException of(String field, Exception cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new StartException(field + ": " + root.getMessage(), cause);
  }

  /** Listens, or says which port of which setting cannot be had. */
  static int bind(String section, GatewayConfig.Endpoint endpoint, IntSupplier start)
      throws StartException {
    try {
      return start.getAsInt();
    } catch (JavalinBindException e) {
      throw new StartException(
          section
              + ".port: cannot listen on "
              + endpoint.host()
              + ":"
              + endpoint.port()
              + ", the port is taken or not allowed; stop the other process or choose another port",
          e);
    } catch (RuntimeException e) {
      throw of(section, e);
    }
  }
}
