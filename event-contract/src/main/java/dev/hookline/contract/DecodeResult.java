package dev.hookline.contract;

import java.util.Objects;
import java.util.function.Function;

/** What decoding a record gives: bad input is data, not an exception. */
public sealed interface DecodeResult {

  /**
   * Takes either case; a further one would not compile until it is handled.
   *
   * @param decoded what to do with a record
   * @param rejected what to do with a reject
   * @param <T> the result's type
   * @return what the function for the present case returns
   */
  <T> T match(Function<Decoded, T> decoded, Function<Rejected, T> rejected);

  /**
   * The bytes were a record of this contract.
   *
   * @param record the record, not null
   */
  record Decoded(WebhookRecord record) implements DecodeResult {
    /** Checks that there is a record. */
    public Decoded {
      Objects.requireNonNull(record, "record");
    }

    @Override
    public <T> T match(Function<Decoded, T> decoded, Function<Rejected, T> rejected) {
      return decoded.apply(this);
    }
  }

  /**
   * The bytes were not.
   *
   * @param reason the kind of fault
   * @param detail the field, what it should be and what it is, for a person; at most 1,000
   *     characters are kept
   * @param raw the record as it was, so that nothing is lost
   */
  record Rejected(RejectReason reason, String detail, WireRecord raw) implements DecodeResult {

    /** The longest detail, in characters. */
    public static final int MAX_DETAIL_LENGTH = 1_000;

    /** Checks that nothing is null and shortens the detail. */
    public Rejected {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(raw, "raw");
      if (detail.length() > MAX_DETAIL_LENGTH) {
        detail = detail.substring(0, MAX_DETAIL_LENGTH - 1) + "…";
      }
    }

    @Override
    public <T> T match(Function<Decoded, T> decoded, Function<Rejected, T> rejected) {
      return rejected.apply(this);
    }
  }
}
