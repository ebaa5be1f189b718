import { z } from 'zod';

export const userId = z.string();

export const names = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

/** Book credits that a user receives; `awardKey` is the natural key of the award, e.g. `promo:<code>:<user>`. */
export const creditsAwarded = z.object({ userId, awardKey: z.string().min(1), credits: z.int().min(1) });

/** An admin action, emitted in the transaction that makes the change. It never contains secrets. */
export const adminAction = z.object({
  actionId: z.string(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
