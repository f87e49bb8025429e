package dev.hookline.cli.delivery;

/** What a sender learns of one attempt. A timeout is neither yes nor no. */
public sealed interface Answer {

  /**
   * The gateway answered.
   *
   * @param status the HTTP status
   * @param body the answer's body, for a person
   */
  record Answered(int status, String body) implements Answer {

    /**
     * Says whether the delivery counts as received.
     *
     * @return true for 2xx
     */
    public boolean acknowledged() {
      return status >= 200 && status < 300;
    }

    /**
     * Says whether the same delivery would be refused again.
     *
     * @return true for 4xx other than 408 and 429
     */
    public boolean refused() {
      return status >= 400 && status < 500 && status != 408 && status != 429;
    }
  }

  /**
   * No answer: whether it was received is unknown.
   *
   * @param cause what happened, for a person
   */
  record Unknown(String cause) implements Answer {}
}
