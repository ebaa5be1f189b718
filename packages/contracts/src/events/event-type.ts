import { z } from 'zod';
import type { ServiceName } from '../services.ts';

/**
 * `state` carries the whole present state of its key: a projection ignores seq ≤ stored.
 * `fact` happened once; its effect has a natural key. `progress` may be dropped after 14 days.
 */
export type EventKind = 'state' | 'fact' | 'progress';
export interface EventType<D extends z.ZodType = z.ZodType> {
  /** `<service>.<noun>.<past-verb>.v1`, also the NATS subject. */
  readonly type: string;
  readonly owner: ServiceName;
  readonly kind: EventKind;
  /** What `key` names; `seq` rises by one for each key. */
  readonly key: string;
  readonly data: D;
  /**
   * The field of `data` that names an addition for ever: whatever carries the same value is taken in once. Without it
   * the event's id does that.
   */
  readonly naturalKey?: string;
}
export const defineEvent = <const E extends EventType>(event: E): E => event;
export type EventData<E extends EventType> = z.output<E['data']>;

/** The envelope on the wire and in the outbox. Never prose, a secret or a token in `data`. */
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
