package dev.hookline.devstack;

/** What a client's test needs of a running part, whether it is a process or a container. */
public interface Server {

  /** The part's name as users see it, such as {@code clickhouse}. */
  String name();

  /** Where clients reach the part, such as {@code http://127.0.0.1:8123}. */
  String endpoint();

  /** Freezes the part; its connections stay open and nothing answers. */
  void pause();

  /** Lets a paused part go on. */
  void resume();
}
