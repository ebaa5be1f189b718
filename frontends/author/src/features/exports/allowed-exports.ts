import type { getPlanStatus } from '@inkbear/contracts/auth/account';
import type { ClientReply } from '@inkbear/contracts/route';
import { dayAndMonth } from '@inkbear/web-kit/format.ts';

/** The PDFs that a plan includes; `until` is the last day, as text, for an ended monthly plan. */
export interface AllowedExports {
  readonly book: boolean;
  readonly chapter: boolean;
  readonly until: string | null;
}

/** Every paid plan exports the book, an active one also chapters, and an ended monthly plan both for 30 days. */
export function allowedExports(
  { plan, isActive, exportUntil }: ClientReply<typeof getPlanStatus>,
  now: number,
): AllowedExports {
  const isInExportWindow = exportUntil !== null && Date.parse(exportUntil) > now;
  const until = isInExportWindow && plan === 'free' ? dayAndMonth(exportUntil, 'UTC') : null;
  return { book: plan !== 'free' || isInExportWindow, chapter: isActive || isInExportWindow, until };
}
