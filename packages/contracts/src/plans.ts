import { z } from 'zod';

export const planNames = ['free', 'pro_monthly', 'pro_oneoff'] as const;
export const planName = z.enum(planNames);
export type PlanName = z.infer<typeof planName>;

/** Amounts are in minor units of `currency`. */
export const currency = 'gbp';

/** Prices and limits of each plan. Services and pages read these numbers from here. */
export const plans = {
  free: {
    title: 'Free',
    price: 0,
    interval: 'forever',
    books: 1,
    ideaCallsPerMonth: 5,
    coachingPerMonth: 0,
    chapterAi: false,
    stories: false,
    bookExport: false,
    chapterExport: false,
  },
  pro_monthly: {
    title: 'Pro Monthly',
    price: 1200,
    interval: 'month',
    books: 2,
    ideaCallsPerMonth: null,
    coachingPerMonth: 5,
    chapterAi: true,
    stories: true,
    bookExport: true,
    chapterExport: true,
  },
  pro_oneoff: {
    title: 'Pro One-off',
    price: 2000,
    interval: 'once',
    books: 1,
    ideaCallsPerMonth: null,
    coachingPerMonth: 5,
    chapterAi: true,
    stories: true,
    bookExport: true,
    chapterExport: true,
  },
} as const satisfies Record<PlanName, object>;

const megabyte = 1024 * 1024;

/** Bytes that a user may store in each area, history included. */
export const quotas = {
  books: { free: 200 * megabyte, pro: 2048 * megabyte },
  stories: { free: 20 * megabyte, pro: 200 * megabyte },
  /** Beyond this the oldest results are deleted. */
  aiResults: 50 * megabyte,
  /** Finished files, frozen texts and covers. */
  files: { free: 200 * megabyte, pro: 2048 * megabyte },
} as const satisfies Record<string, number | { free: number; pro: number }>;

/**
 * Percentages of a quota up to which creating and editing are allowed. `withDeleted` also counts the bytes of deleted
 * items, which are stored for a while.
 */
export const quotaPercent = { create: 100, edit: 125, withDeleted: { create: 200, edit: 225 } } as const;

/** Whether the user has the `pro` quotas. */
export const hasProQuota = (e: Entitlement): boolean => e.isActive && e.plan !== 'free';

/** Limits that do not depend on the plan. Durations are in days unless the name has another unit. */
export const limits = {
  /** Duration of a one-off plan. */
  oneOffDays: 30,
  /** Access after a failed renewal. */
  graceDays: 7,
  /** How long books can be exported after a monthly plan has ended. */
  exportDaysAfterMonthly: 30,
  /** How long deleted items can be restored. */
  trashDays: 30,
  /** How long a closed account can be restored. */
  accountRestoreDays: 30,
  /** Waiting period between a registration by referral and its credits. */
  referralDays: 7,
  /** Numbers of AI calls of each kind. */
  perBook: { title: 5, outline: 3 },
  perChapter: { generate: 1, edit: 2, polish: 2 },
  perStory: { generate: 1, enhance: 2, polish: 2 },
  aiWordsPerBook: 80_000,
  /** How long AI results are stored. */
  resultDays: 30,
  /** Variants of an AI result that count as the same use, and for how many minutes they can be requested. */
  variantMinutes: 15,
  variants: 2,
  /**
   * AI calls that an author may stop early each day without using up a call, for each action and each chapter, story or
   * book.
   */
  freeStopsPerDay: 3,
  chapterWords: { min: 500, max: 10_000, step: 250, default: 2500 },
  chapterBeats: 30,
  beatCharacters: 1000,
  beatWords: { min: 100, max: 2000 },
  coachingQuestionCharacters: 250,
  storyWords: { default: 1500, extended: 2500 },
  /** The lists of books, chapters and stories have no pages, so their length is limited. */
  booksPerUser: 1000,
  chaptersPerBook: 1000,
  storiesPerUser: 1000,
  /** Chapters of which a user has written summaries, in all books together. */
  summarisedChaptersPerUser: 5000,
  /** Reviews of a user in any state, rejected ones included. */
  reviewsPerUser: 50,
  /** Maximum entries of one service in a user's trash. */
  trashEntries: 5000,
  /**
   * Maximum bytes of the fields with text that one list returns: the descriptions, key points and beats of a book's
   * chapters, or the forms and front matter of all stories or books. Lists do not return the texts themselves.
   */
  listBytes: 4 * megabyte,
  /** Maximum revisions per page. */
  revisionsPerPage: 500,
  /** How long deleted revisions can be recovered. */
  deletedRevisionDays: 30,
  /** Limits of a page of AI results. */
  resultsPerPage: { rows: 100, bytes: 4 * megabyte },
  /** A story with more UTF-16 units than this is complete. */
  completeStoryCharacters: 100,
  /** A selection must have more UTF-16 units than this to be enhanced. */
  storySelectionCharacters: 10,
} as const;

/** The effective plan of a user as last computed by billing; the data of `billing.entitlement.changed.v1`. */
export const entitlement = z.object({
  userId: z.string(),
  plan: planName,
  /** Whether a Pro plan, paid or granted, gives access now; false on Free. */
  isActive: z.boolean(),
  /** Where the effective plan comes from. */
  source: z.enum(['none', 'paid', 'granted']),
  planStartDate: z.iso.datetime().nullable(),
  /** When access ends if nothing else happens: for a running monthly plan, the next renewal plus 7 days of grace. */
  planEndDate: z.iso.datetime().nullable(),
  /** Bounds of the current monthly billing period, in which `plans.pro_monthly.books` counts. */
  periodStart: z.iso.datetime().nullable(),
  periodEnd: z.iso.datetime().nullable(),
  /** Until when books can still be exported after a monthly plan has ended. */
  exportUntil: z.iso.datetime().nullable(),
  /** Number of one-off plans ever bought or granted; each allows one more book. */
  oneOffCount: z.int().min(0),
  /**
   * An admin's override of the number of books, in total (Free), of all one-offs, or in each period (Pro Monthly): absent =
   * the plan's own number, null = unlimited. Stored name; the limit is monthly only on Pro Monthly.
   */
  monthlyBookLimit: z.int().min(0).nullable().optional(),
});
export type Entitlement = z.infer<typeof entitlement>;

/** The entitlement of a user for whom no `billing.entitlement.changed.v1` has arrived. */
export const freeEntitlement = (userId: string): Entitlement => ({
  userId,
  plan: 'free',
  isActive: false,
  source: 'none',
  planStartDate: null,
  planEndDate: null,
  periodStart: null,
  periodEnd: null,
  exportUntil: null,
  oneOffCount: 0,
});

const dayMs = 86_400_000;

/**
 * The entitlement at a time. No event is published when a plan ends, so its end date is applied here: an ended plan is
 * not active, and after an ended monthly plan books can be exported for 30 days.
 */
export function entitlementAt(stored: Entitlement, now: Date): Entitlement {
  const end = stored.planEndDate === null ? Infinity : Date.parse(stored.planEndDate);
  if (!stored.isActive || end > now.getTime()) return stored;
  if (stored.plan === 'pro_oneoff') return { ...stored, isActive: false };
  return {
    ...stored,
    plan: 'free',
    isActive: false,
    source: 'none',
    exportUntil: new Date(end + limits.exportDaysAfterMonthly * dayMs).toISOString(),
  };
}

export const canUseChapterAi = (e: Entitlement): boolean => e.isActive && plans[e.plan].chapterAi;
export const canUseStories = (e: Entitlement): boolean => e.isActive && plans[e.plan].stories;
export const canExportChapter = (e: Entitlement, now: Date): boolean =>
  (e.isActive && plans[e.plan].chapterExport) || isInExportGrace(e, now);
export const canExportBook = (e: Entitlement, now: Date): boolean =>
  e.plan === 'pro_oneoff' || (e.isActive && plans[e.plan].bookExport) || isInExportGrace(e, now);
const isInExportGrace = (e: Entitlement, now: Date): boolean =>
  e.exportUntil !== null && Date.parse(e.exportUntil) > now.getTime();
