import { z } from 'zod';

export const userId = z.string();

export const names = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

/** Book credits that someone was given; `awardKey` is the natural key of this addition, e.g. `promo:<code>:<user>`. */
export const creditsAwarded = z.object({ userId, awardKey: z.string().min(1), credits: z.int().min(1) });

/** Every admin change, written in its own transaction; never a secret. */
export const adminAction = z.object({
  actionId: z.string(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
