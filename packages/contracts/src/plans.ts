import { z } from 'zod';

export const planNames = ['free', 'pro_monthly', 'pro_oneoff'] as const;
export const planName = z.enum(planNames);
export type PlanName = z.infer<typeof planName>;

/** Money in minor units of `currency`. */
export const currency = 'gbp';

/** What each plan costs and allows; read by every service and every page that names a number. */
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

/** Bytes that a user may store with each owner, history included. */
export const quotas = {
  books: { free: 200 * megabyte, pro: 2048 * megabyte },
  stories: { free: 20 * megabyte, pro: 200 * megabyte },
  /** The oldest results go when there are more. */
  aiResults: 50 * megabyte,
} as const satisfies Record<string, number | { free: number; pro: number }>;

/**
 * Shares of a quota, in percent: up to where things may be created and edited; and the same with everything that is
 * deleted and still kept.
 */
export const quotaPercent = { create: 100, edit: 125, withDeleted: { create: 200, edit: 225 } } as const;

/** Whether an active Pro plan sets the user's quotas. */
export const hasProQuota = (e: Entitlement): boolean => e.isActive && e.plan !== 'free';

/** Numbers that do not depend on the plan. Days unless named otherwise. */
export const limits = {
  oneOffDays: 30,
  graceDays: 7,
  exportDaysAfterMonthly: 30,
  trashDays: 30,
  accountGraceDays: 30,
  /** Between a registration by invitation and the credits it may bring. */
  referralDays: 7,
  perBook: { title: 5, outline: 3 },
  perChapter: { generate: 1, edit: 2, polish: 2 },
  perStory: { generate: 1, enhance: 2, polish: 2 },
  aiWordsPerBook: 80_000,
  resultDays: 30,
  variantMinutes: 15,
  variants: 2,
  freeStopsPerDay: 3,
  chapterWords: { min: 500, max: 10_000, step: 250, default: 2500 },
  coachingQuestionCharacters: 250,
  storyWords: { default: 1500, extended: 2500 },
  /** Lists come whole, so they are bounded. */
  booksPerUser: 1000,
  chaptersPerBook: 1000,
  storiesPerUser: 1000,
  /** Things of one service in the trash at once. */
  trashEntries: 5000,
  /**
   * Bytes of all texts of one list beside its contents: chapter plans of a book, forms and front matter of all stories
   * or books.
   */
  listBytes: 4 * megabyte,
  /** A page of revisions. */
  revisionsPerPage: 500,
  /** How long deleted revisions can be brought back. */
  deletedRevisionDays: 30,
  /** A page of AI results. */
  resultsPerPage: { rows: 100, bytes: 4 * megabyte },
  /** A story with more UTF-16 units than this is complete. */
  completeStoryCharacters: 100,
  /** A selection must have more UTF-16 units than this to be enhanced. */
  storySelectionCharacters: 10,
} as const;

/** The effective plan of a user as billing last decided it; the body of `billing.entitlement.changed.v1`. */
export const entitlement = z.object({
  userId: z.string(),
  plan: planName,
  isActive: z.boolean(),
  /** Where the effective plan comes from. */
  source: z.enum(['none', 'paid', 'granted']),
  planStartDate: z.iso.datetime().nullable(),
  /**
   * Until when the plan gives access if nothing more happens: a running monthly plan's next renewal plus 7 days of
   * grace.
   */
  planEndDate: z.iso.datetime().nullable(),
  /** Bounds of the current monthly billing period, in which `plans.pro_monthly.books` counts. */
  periodStart: z.iso.datetime().nullable(),
  periodEnd: z.iso.datetime().nullable(),
  /** Until when books can still be exported after a monthly plan ended. */
  exportUntil: z.iso.datetime().nullable(),
  /** One-off plans ever bought or granted; each allows one book more. */
  oneOffCount: z.int().min(0),
  /** An admin's override of the number of books: absent = the plan's number, null = unlimited. */
  monthlyBookLimit: z.int().min(0).nullable().optional(),
});
export type Entitlement = z.infer<typeof entitlement>;

/** Nobody has told us anything about this user: free. */
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
 * Time passes without an event: a plan whose end has come is no longer active, and an ended monthly opens 30 days of
 * export.
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
