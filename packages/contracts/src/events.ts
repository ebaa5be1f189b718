import { z } from 'zod';
import { revocation } from './auth/internal.ts';
import { entitlement, planName } from './plans.ts';
import type { ServiceName } from './services.ts';

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
  /** The field of `data` that names an addition for ever: whatever carries the same value is taken in once. Without it the event's id does that. */
  readonly naturalKey?: string;
}
const defineEvent = <const E extends EventType>(event: E): E => event;
export type EventData<E extends EventType> = z.output<E['data']>;

/** The envelope on the wire and in the outbox. Never prose, a secret or a token in `data`. */
export const eventEnvelope = z.object({
  id: z.string(), type: z.string(), time: z.iso.datetime(), key: z.string(), seq: z.int().min(1), actor: z.string(), traceparent: z.string().nullable(), data: z.unknown(),
});
export type EventEnvelope<D = unknown> = Omit<z.infer<typeof eventEnvelope>, 'data'> & { data: D };

const userId = z.string();
const names = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

export const userRegistered = defineEvent({ type: 'auth.user.registered.v1', owner: 'auth', kind: 'fact', key: 'user', data: names.extend({ userId, referralCode: z.string(), referredByCode: z.string().nullable(), createdAt: z.iso.datetime() }) });
export const userRemoved = defineEvent({ type: 'auth.user.removed.v1', owner: 'auth', kind: 'fact', key: 'user', data: z.object({ userId, /** Now hidden, later erased. */ stage: z.enum(['grace', 'restored', 'erased']) }) });
export const sessionRevoked = defineEvent({ type: 'auth.session.revoked.v1', owner: 'auth', kind: 'fact', key: 'revocation', data: revocation });
export const planGrantRequested = defineEvent({ type: 'auth.plan-grant.requested.v1', owner: 'auth', kind: 'fact', key: 'user', data: z.object({ userId, plan: planName }) });

export const entitlementChanged = defineEvent({ type: 'billing.entitlement.changed.v1', owner: 'billing', kind: 'state', key: 'user', data: entitlement });
export const allowanceOverridden = defineEvent({ type: 'billing.allowance.overridden.v1', owner: 'billing', kind: 'fact', key: 'user', data: z.object({ userId, adjustmentId: z.string(), creditBalance: z.int().min(0) }) });
/** Book credits that someone was given; `awardKey` is the natural key of this addition, e.g. `promo:<code>:<user>`. */
const creditsAwarded = z.object({ userId, awardKey: z.string().min(1), credits: z.int().min(1) });
export const promoCreditsAwarded = defineEvent({ type: 'billing.credits.awarded.v1', owner: 'billing', kind: 'fact', key: 'award', data: creditsAwarded });
export const referralCreditsAwarded = defineEvent({ type: 'referrals.credits.awarded.v1', owner: 'referrals', kind: 'fact', key: 'award', data: creditsAwarded });
export const sandboxClockMoved = defineEvent({ type: 'billing.sandbox-clock.moved.v1', owner: 'billing', kind: 'state', key: 'clock', data: z.object({ offsetMs: z.int() }) });
/** Money that came in, first payments and renewals alike; minor units. Grants are none. */
const payment = { paymentId: z.string(), userId, plan: z.enum(['pro_monthly', 'pro_oneoff']), /** The subscription that was paid for; null for a one-off. */ subscriptionId: z.string().nullable().default(null), amount: z.int(), currency: z.string() };
export const paymentSucceeded = defineEvent({
  type: 'billing.payment.succeeded.v1', owner: 'billing', kind: 'fact', key: 'payment', naturalKey: 'paymentId',
  data: z.object({ ...payment, /** Business time; events of earlier releases lack it and go by the envelope's. */ paidAt: z.iso.datetime().optional(), cardFingerprint: z.string().nullable() }),
});
/** Money that went back. `amount` is this refund's alone, so a payment's refunds add up; `isFull` when nothing of the payment is left. */
export const paymentRefunded = defineEvent({
  type: 'billing.payment.refunded.v1', owner: 'billing', kind: 'fact', key: 'payment', naturalKey: 'refundKey',
  data: z.object({ ...payment, /** `<payment>:<refunded in all>` */ refundKey: z.string(), isFull: z.boolean(), refundedAt: z.iso.datetime() }),
});
/** A dispute that was lost: `amount` is what was still there and went back to the payer. An open dispute changes nothing. */
export const paymentDisputed = defineEvent({
  type: 'billing.payment.disputed.v1', owner: 'billing', kind: 'fact', key: 'payment', naturalKey: 'paymentId',
  data: z.object({ ...payment, lostAt: z.iso.datetime() }),
});
/** A paid monthly subscription: whoever asks for a "paid active Pro Monthly" reads `status`. It is told from its first payment on. `canceled` is for ever. */
export const subscriptionChanged = defineEvent({
  type: 'billing.subscription.changed.v1', owner: 'billing', kind: 'state', key: 'subscription',
  data: z.object({
    subscriptionId: z.string(), userId, status: z.enum(['active', 'past_due', 'canceled']), startedAt: z.iso.datetime(), periodEnd: z.iso.datetime(), cancelAtPeriodEnd: z.boolean(),
    endedAt: z.iso.datetime().nullable(), /** Null while it runs; `cancelled` by the user, an admin or the provider. */ endReason: z.enum(['cancelled', 'unpaid', 'refunded', 'disputed']).nullable(), amount: z.int(), currency: z.string(),
  }),
});

const counters = { titleGenerationCount: z.int(), outlineGenerationCount: z.int() };
export const bookCreated = defineEvent({ type: 'books.book.created.v1', owner: 'books', kind: 'fact', key: 'book', data: z.object({ bookId: z.string(), userId, genre: z.string(), createdAt: z.iso.datetime() }) });
export const bookRemoved = defineEvent({ type: 'books.book.removed.v1', owner: 'books', kind: 'fact', key: 'book', data: z.object({ bookId: z.string(), userId, stage: z.enum(['trashed', 'restored', 'purged']) }) });
export const chapterRemoved = defineEvent({ type: 'books.chapter.removed.v1', owner: 'books', kind: 'fact', key: 'chapter', data: z.object({ chapterId: z.string(), bookId: z.string(), userId, stage: z.enum(['trashed', 'restored', 'purged']) }) });
/**
 * At most every 5 s for a chapter; net words by where they came from, for that author's local date. Both may be negative; over
 * all events of a chapter they add up to its word count.
 */
export const chapterProgressed = defineEvent({
  type: 'books.chapter.progressed.v1', owner: 'books', kind: 'progress', key: 'chapter', naturalKey: 'progressId',
  data: z.object({ chapterId: z.string(), bookId: z.string(), userId, wordCount: z.int(), progressId: z.string(), localDate: z.iso.date(), typedWords: z.int(), otherWords: z.int() }),
});

export const aiCallSettled = defineEvent({
  type: 'ai.call.settled.v1', owner: 'ai', kind: 'fact', key: 'call',
  data: z.object({ callId: z.string(), userId, action: z.string(), bookId: z.string().nullable(), chapterId: z.string().nullable(), storyId: z.string().nullable(), outcome: z.enum(['finished', 'stopped', 'failed']), model: z.string(), inputTokens: z.int(), outputTokens: z.int(), /** US dollars, 4 decimals. */ cost: z.number(), latencyMs: z.int(), /** Business time; events of earlier releases lack it and go by the envelope's. */ at: z.iso.datetime().optional() }),
});
export const aiCountersChanged = defineEvent({
  type: 'ai.counters.changed.v1', owner: 'ai', kind: 'state', key: 'book, chapter or story',
  data: z.object({ userId, bookId: z.string().nullable(), chapterId: z.string().nullable(), storyId: z.string().nullable(), ...counters, aiGeneratedCount: z.int(), aiEditCount: z.int(), polishCount: z.int() }),
});

/** An admin cleared a user's AI counters: those of the calendar month, or also those of their books, chapters and stories. */
export const aiUsageReset = defineEvent({ type: 'ai.usage.reset.v1', owner: 'ai', kind: 'fact', key: 'user', data: z.object({ userId, scope: z.enum(['month', 'all']), /** Business time. */ at: z.iso.datetime() }) });

/** `title` is the only words in it, and is blanked like names when its owner is erased. */
export const storyChanged = defineEvent({
  type: 'stories.story.changed.v1', owner: 'stories', kind: 'state', key: 'story',
  data: z.object({ storyId: z.string(), userId, title: z.string(), storyType: z.string(), wordCount: z.int(), isComplete: z.boolean(), createdAt: z.iso.datetime(), stage: z.enum(['live', 'trashed', 'purged']) }),
});

export const exportFinished = defineEvent({ type: 'export.file.finished.v1', owner: 'export', kind: 'fact', key: 'book', data: z.object({ userId, bookId: z.string(), chapterId: z.string().nullable(), format: z.enum(['ebook', 'paperback', 'outline', 'chapter']) }) });
export const storyExported = defineEvent({ type: 'export.story.finished.v1', owner: 'export', kind: 'fact', key: 'story', data: z.object({ userId, storyId: z.string() }) });

export const referralsChanged = defineEvent({
  type: 'referrals.summary.changed.v1', owner: 'referrals', kind: 'state', key: 'user',
  data: z.object({ userId, totalCredits: z.int(), recentReferrals: z.array(z.object({ id: z.string(), status: z.enum(['pending', 'processed', 'cancelled']), eligibleDate: z.iso.datetime(), createdAt: z.iso.datetime(), creditsAwarded: z.int() })) }),
});
/** One referral; the summary above is what its referrer sees of all of theirs. `creditsAwarded` goes to each of the two once it is processed. */
export const referralChanged = defineEvent({
  type: 'referrals.referral.changed.v1', owner: 'referrals', kind: 'state', key: 'referral',
  data: z.object({ referralId: z.string(), /** Null once that account is erased. */ referrerId: z.string().nullable(), referredId: z.string().nullable(), status: z.enum(['pending', 'processed', 'cancelled']), creditsAwarded: z.int(), eligibleDate: z.iso.datetime(), processedAt: z.iso.datetime().nullable(), /** Events of earlier releases lack it. */ cancelledAt: z.iso.datetime().nullable().default(null), createdAt: z.iso.datetime() }),
});
export const creditBalanceChanged = defineEvent({ type: 'books.credit-balance.changed.v1', owner: 'books', kind: 'state', key: 'user', data: z.object({ userId, balance: z.int() }) });

export const adminSessionRevoked = defineEvent({ type: 'admin.session.revoked.v1', owner: 'admin', kind: 'fact', key: 'revocation', data: z.object({ seq: z.int(), sid: z.string(), expiresAt: z.iso.datetime() }) });

/** Every admin change, written in its own transaction; never a secret. */
const adminAction = z.object({ actionId: z.string(), at: z.iso.datetime(), actor: z.string(), action: z.string(), target: z.string(), before: z.unknown(), after: z.unknown() });
export const authAdminAction = defineEvent({ type: 'auth.admin-action.recorded.v1', owner: 'auth', kind: 'fact', key: 'action', data: adminAction });
export const billingAdminAction = defineEvent({ type: 'billing.admin-action.recorded.v1', owner: 'billing', kind: 'fact', key: 'action', data: adminAction });
export const adminAdminAction = defineEvent({ type: 'admin.admin-action.recorded.v1', owner: 'admin', kind: 'fact', key: 'action', data: adminAction });
export const aiAdminAction = defineEvent({ type: 'ai.admin-action.recorded.v1', owner: 'ai', kind: 'fact', key: 'action', data: adminAction });
export const storiesAdminAction = defineEvent({ type: 'stories.admin-action.recorded.v1', owner: 'stories', kind: 'fact', key: 'action', data: adminAction });
export const reviewsAdminAction = defineEvent({ type: 'reviews.admin-action.recorded.v1', owner: 'reviews', kind: 'fact', key: 'action', data: adminAction });

/** The catalogue: every event that any service publishes. */
export const events = [
  userRegistered, userRemoved, sessionRevoked, planGrantRequested, entitlementChanged, allowanceOverridden, promoCreditsAwarded, referralCreditsAwarded, sandboxClockMoved, paymentSucceeded, paymentRefunded, paymentDisputed, subscriptionChanged, bookCreated, bookRemoved, chapterRemoved, chapterProgressed,
  aiCallSettled, aiCountersChanged, aiUsageReset, storyChanged, exportFinished, storyExported, referralsChanged, referralChanged, creditBalanceChanged, adminSessionRevoked, authAdminAction, billingAdminAction, adminAdminAction, aiAdminAction, storiesAdminAction, reviewsAdminAction,
] as const satisfies readonly EventType[];
