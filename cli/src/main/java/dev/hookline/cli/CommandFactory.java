package dev.hookline.cli;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands through the constructor that takes {@link Surroundings}. */
final class CommandFactory implements IFactory {

  private final IFactory others = CommandLine.defaultFactory();
  private final Surroundings surroundings;

  CommandFactory(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    Constructor<K> constructor;
    try {
      constructor = type.getDeclaredConstructor(Surroundings.class);
    } catch (NoSuchMethodException none) {
      return others.create(type);
    }
    try {
      return constructor.newInstance(surroundings);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
