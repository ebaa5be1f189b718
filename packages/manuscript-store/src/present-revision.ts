import type { Revision } from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import type { ListedRevision } from './revisions.ts';

/** One item of a list of revisions. */
export const presentRevision = ({ rev, at, kind, name, wordCount, deletedAt }: ListedRevision): Revision => ({
  rev,
  at: at.toISOString(),
  kind,
  ...(name ? { name } : {}),
  wordCount,
  ...(deletedAt ? { deletedAt: deletedAt.toISOString() } : {}),
});

/** The `Link` header of a page of revisions; empty on the last one. */
export function presentRevisionLink(
  path: string,
  { limit, deleted }: { limit: number; deleted: boolean },
  next: number | null,
): Record<string, string> {
  if (next === null) return {};
  const query = new URLSearchParams({ before: String(next), limit: String(limit), deleted: String(deleted) });
  return { Link: `<${path}?${query.toString()}>; rel="next"` };
}

const sentences = {
  deleted: (count: string) => `${count} deleted. You can bring them back for ${limits.deletedRevisionDays} days.`,
  restored: (count: string) => `${count} restored.`,
} as const;

/** What deleting or restoring answers. */
export function presentChanged(action: keyof typeof sentences, revs: number[]): { message: string; revs: number[] } {
  const count = revs.length === 1 ? '1 version' : `${revs.length} versions`;
  return { message: sentences[action](count), revs };
}
