import { limits } from '@inkbear/contracts/plans';
import { ProblemError } from '@inkbear/service-kit/problem';

/** Throws 403 when a book that has `count` chapters can take no other one. */
export function requireChapterRoom(count: number): void {
  const allowed = limits.chaptersPerBook;
  if (count < allowed) return;
  const message = `A book can have ${allowed} chapters. Delete or join some of them, or begin a second volume.`;
  throw new ProblemError('books.quota_used', { message, used: count, allowed });
}
