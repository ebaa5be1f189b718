import { z } from 'zod';
import type { ServiceName } from '../services.ts';

/**
 * - `state`: the whole current state of its key. A projection ignores an event whose `seq` is not above the stored one.
 * - `fact`: something that happened once. Every event counts, and a consumer handles it once (see `naturalKey`).
 * - `progress`: may be dropped after 14 days.
 */
export type EventKind = 'state' | 'fact' | 'progress';

/**
 * An event type as a value. Its constant is named after `type`: `bookCreated` for `books.book.created.v1`, with the owner
 * before it where the noun alone is ambiguous (`exportFileFinished`); `<owner>AdminAction` for recorded admin actions.
 */
export interface EventType<D extends z.ZodType = z.ZodType> {
  /** `<service>.<noun>.<past-verb>.v1`, also the NATS subject. */
  readonly type: string;
  readonly owner: ServiceName;
  readonly kind: EventKind;
  /** The entity that the `key` of the envelope identifies. `seq` counts the events of the same type and key. */
  readonly key: string;
  readonly data: D;
  /**
   * The field of `data` that identifies what happened; without it, the event's id does. Of the events with the same
   * value, a consumer handles only the first.
   */
  readonly naturalKey?: string;
}
/** Defines an event type and keeps the exact type of its data. */
export const defineEvent = <const E extends EventType>(event: E): E => event;
export type EventData<E extends EventType> = z.output<E['data']>;

/** The envelope on the wire and in the outbox. `data` never contains prose, secrets or tokens. */
export const eventEnvelope = z.object({
  id: z.string(),
  type: z.string(),
  time: z.iso.datetime(),
  key: z.string(),
  seq: z.int().min(1),
  actor: z.string(),
  traceparent: z.string().nullable(),
  data: z.unknown(),
});
export type EventEnvelope<D = unknown> = Omit<z.infer<typeof eventEnvelope>, 'data'> & { data: D };
