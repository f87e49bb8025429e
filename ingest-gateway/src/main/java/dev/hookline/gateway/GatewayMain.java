package dev.hookline.gateway;

import dev.hookline.contract.settings.SecretFiles;
import dev.hookline.contract.settings.SettingException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Starts a gateway from the command line: {@code GatewayMain [--config FILE]}. */
public final class GatewayMain {

  private static final Path DEFAULT_CONFIG = Path.of("conf", "demo.yaml");
  private static final int CANNOT_START = 1;
  private static final int BAD_CONFIGURATION = 2;

  private GatewayMain() {}

  /**
   * Runs until SIGTERM or SIGINT.
   *
   * @param args {@code --config FILE}, or nothing for {@code conf/demo.yaml}
   */
  public static void main(String[] args) {
    try {
      GatewayConfig config = GatewayConfigReader.read(file(List.of(args)), environment());
      Gateway gateway = Gateway.start(config, Clock.systemUTC());
      Runtime.getRuntime().addShutdownHook(new Thread(gateway::close, "drain"));
    } catch (ConfigException e) {
      exit(e, BAD_CONFIGURATION);
    } catch (StartException e) {
      exit(e, CANNOT_START);
    }
  }

  private static Map<String, String> environment() throws ConfigException {
    try {
      return SecretFiles.resolve(System.getenv());
    } catch (SettingException e) {
      throw new ConfigException(e.setting(), e.problem());
    }
  }

  private static Path file(List<String> args) throws ConfigException {
    if (args.isEmpty()) {
      return DEFAULT_CONFIG;
    }
    if (args.size() == 2 && args.get(0).equals("--config")) {
      return Path.of(args.get(1));
    }
    throw new ConfigException("command line", "must be --config FILE, or nothing");
  }

  private static void exit(Exception e, int code) {
    System.err.println("hookline gateway: " + e.getMessage());
    System.exit(code);
  }
}
