import { type EventData, type EventEnvelope, type EventType, userRegistered } from '@inkbear/contracts/events';
import type { z } from 'zod';
import { newId } from '../ids.ts';

type Registration = EventData<typeof userRegistered>;

/** The data of `auth.user.registered.v1`; `fields` overrides the fields that a test depends on. */
export const testRegistration = (userId: string, fields: Partial<Registration> = {}): Registration => ({
  userId,
  email: `${userId}@example.com`,
  firstName: 'Ada',
  lastName: 'Author',
  referralCode: userId,
  referredByCode: null,
  createdAt: new Date().toISOString(),
  ...fields,
});

/** An event as its owner publishes it. */
export const testEnvelope = <E extends EventType>(
  event: E,
  key: string,
  data: z.input<E['data']>,
  fields: Partial<EventEnvelope> = {},
): EventEnvelope => ({
  id: newId(),
  type: event.type,
  time: new Date().toISOString(),
  key,
  seq: 1,
  actor: 'test',
  traceparent: null,
  data,
  ...fields,
});
