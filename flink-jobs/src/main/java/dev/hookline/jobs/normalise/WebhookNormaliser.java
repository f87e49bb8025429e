package dev.hookline.jobs.normalise;

import dev.hookline.contract.MalformedBodyException;
import dev.hookline.contract.RejectReason;
import dev.hookline.contract.Source;
import dev.hookline.contract.WebhookRecord;
import dev.hookline.jobs.metrics.Lateness;
import dev.hookline.jobs.normalise.NormaliseResult.Normalised;
import dev.hookline.jobs.normalise.NormaliseResult.Unreadable;
import dev.hookline.jobs.normalise.NormalizedEvent.Credit;
import dev.hookline.jobs.normalise.NormalizedEvent.Delivery;
import dev.hookline.jobs.normalise.NormalizedEvent.EventTime;
import dev.hookline.jobs.normalise.NormalizedEvent.Payload;
import dev.hookline.jobs.normalise.github.GithubProvider;
import dev.hookline.jobs.normalise.jira.JiraProvider;
import java.util.Optional;

/** The normaliser of all sources: reads the body once, then labels and credits the event. */
public final class WebhookNormaliser implements Normaliser {

  private static final long serialVersionUID = 1L;

  private static final Provider GITHUB = new GithubProvider();
  private static final Provider JIRA = new JiraProvider();

  private final TimeLabel timeLabel;

  /**
   * A normaliser.
   *
   * @param lateness decides which events came too late for their hour's window
   */
  public WebhookNormaliser(Lateness lateness) {
    this.timeLabel = new TimeLabel(lateness);
  }

  @Override
  public NormaliseResult normalise(WebhookRecord record, int partition, long offset) {
    Provider provider = providerOf(record.identity().source());
    String eventType = record.eventType();
    Fields fields;
    try {
      fields = FieldReader.read(record.contentType(), record.body(), provider.wanted(eventType));
    } catch (MalformedBodyException e) {
      return new Unreadable(RejectReason.MALFORMED_BODY, Text.clean(e.getMessage()));
    }
    Optional<Unreadable> fault =
        provider.mainObject(eventType).flatMap(path -> faultOf(eventType, path, fields));
    if (fault.isPresent()) {
      return fault.get();
    }
    Facts facts = provider.read(eventType, fields);
    EventTime time = timeLabel.of(facts.time(), record.receivedAt());
    return new Normalised(
        new NormalizedEvent(
            record.identity(),
            delivery(record, partition, offset),
            facts.subject(),
            time,
            time.source() == EventTimeSource.PAYLOAD ? facts.credit() : Credit.NOTHING,
            Payload.of(record.body(), record.contentType())));
  }

  /**
   * A missing object leaves a row without counts; something else in its place means that the body
   * is not what its type says, and a row would hide that.
   */
  private static Optional<Unreadable> faultOf(String eventType, String path, Fields fields) {
    return switch (fields.kind(path)) {
      case ABSENT, NULL, OBJECT -> Optional.empty();
      default ->
          Optional.of(
              new Unreadable(
                  RejectReason.UNREADABLE_PAYLOAD,
                  "'%s' of event type '%s' must be an object; got %s"
                      .formatted(path, Text.clean(eventType), fields.kind(path).shown())));
    };
  }

  private static Delivery delivery(WebhookRecord record, int partition, long offset) {
    return new Delivery(
        Text.clean(record.eventType()),
        Text.clean(record.deliveryId()),
        Text.clean(record.hookId()),
        record.receivedAt(),
        record.contentHash(),
        partition,
        offset);
  }

  private static Provider providerOf(Source source) {
    return switch (source) {
      case GITHUB -> GITHUB;
      case JIRA -> JIRA;
    };
  }
}
