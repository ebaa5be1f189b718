import { type EventData, type EventEnvelope, eventEnvelope, type EventType } from '@inkbear/contracts/events';

/**
 * Receives messages as they are published (core NATS), without a stream. Messages that are published while the process
 * is not connected are missed, so it must also read stored state.
 */
export interface LiveSubscription {
  readonly subject: string;
  /** Throws for an invalid message; the broker logs the error. */
  readonly receive: (json: string) => void;
}

/** Creates a live subscription to an event; the event is parsed before the handler sees it. */
export const onPublished = <E extends EventType>(
  event: E,
  handle: (event: EventEnvelope<EventData<E>>) => void,
): LiveSubscription => ({
  subject: event.type,
  receive: (json) => {
    const envelope = eventEnvelope.parse(JSON.parse(json));
    handle({ ...envelope, data: event.data.parse(envelope.data) as EventData<E> });
  },
});
