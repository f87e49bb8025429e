package dev.hookline.jobs.normalise;

import dev.hookline.contract.RejectReason;
import java.util.Objects;
import java.util.function.Function;

/** What normalising a record gives: bad input is data, not an exception. */
public sealed interface NormaliseResult {

  /**
   * Takes either case; a further one would not compile until it is handled.
   *
   * @param normalised what to do with an event
   * @param unreadable what to do with a reject
   * @param <T> the result's type
   * @return what the function for the present case returns
   */
  <T> T match(Function<Normalised, T> normalised, Function<Unreadable, T> unreadable);

  /**
   * The record is an event, of a known type or not.
   *
   * @param event never null
   */
  record Normalised(NormalizedEvent event) implements NormaliseResult {
    /** Checks that there is an event. */
    public Normalised {
      Objects.requireNonNull(event, "event");
    }

    @Override
    public <T> T match(Function<Normalised, T> normalised, Function<Unreadable, T> unreadable) {
      return normalised.apply(this);
    }
  }

  /**
   * No row can be made of the record.
   *
   * @param reason the kind of fault
   * @param detail the field, what it should be and what it is, for a person
   */
  record Unreadable(RejectReason reason, String detail) implements NormaliseResult {
    /** Checks that nothing is null. */
    public Unreadable {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(detail, "detail");
    }

    @Override
    public <T> T match(Function<Normalised, T> normalised, Function<Unreadable, T> unreadable) {
      return unreadable.apply(this);
    }
  }
}
