package dev.hookline.gateway.provider;

import java.util.function.Function;

/** Which event a delivery is, as far as its provider says. */
public sealed interface Identification {

  /**
   * Takes either case.
   *
   * @param identified what to do with an identified delivery
   * @param unidentified what to do with another
   * @param <T> the result's type
   * @return what the function for the present case returns
   */
  <T> T match(Function<Identified, T> identified, Function<Unidentified, T> unidentified);

  /**
   * The delivery says what it is. Each part keeps the limits of the record's contract.
   *
   * @param eventId what makes two deliveries the same event, within the organisation and source
   * @param hookId the provider's id of the hook, empty where it gives none
   * @param deliveryId the provider's id of the delivery, empty where it gives none
   * @param eventType the provider's event type
   */
  record Identified(String eventId, String hookId, String deliveryId, String eventType)
      implements Identification {
    @Override
    public <T> T match(Function<Identified, T> identified, Function<Unidentified, T> unidentified) {
      return identified.apply(this);
    }
  }

  /**
   * It does not.
   *
   * @param detail the header or field, and what it should be
   */
  record Unidentified(String detail) implements Identification {
    @Override
    public <T> T match(Function<Identified, T> identified, Function<Unidentified, T> unidentified) {
      return unidentified.apply(this);
    }
  }
}
