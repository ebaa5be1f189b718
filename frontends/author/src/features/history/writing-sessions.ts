import type { Revision } from '@inkbear/contracts/books/revision';
import { limits } from '@inkbear/contracts/plans';
import { writingSessionGapMs } from '@inkbear/prose/compaction';
import { clockTime, dayAndMonth } from '@inkbear/web-kit/format.ts';

export const kindLabel: Record<Revision['kind'], string> = {
  created: 'Created',
  autosave: 'Typed',
  replace: 'Replaced in bulk',
  structure: 'Split, merged or moved',
  put: 'Whole text saved',
  'forced-put': 'Overwrote another version',
  conflict: 'Save conflict',
  ai: 'Accepted from AI',
  restore: 'Restored',
  deletion: 'Moved to the trash',
  snapshot: 'Named',
};

/**
 * A writing session: saves without a long pause between them, newest first. Unrelated to the session of a sign-in.
 */
export interface WritingSession {
  readonly revisions: readonly Revision[];
  /** By how many words the text has grown since the previous writing session; null for the first one. */
  readonly wordDelta: number | null;
}
export interface Day {
  readonly label: string;
  readonly sessions: readonly WritingSession[];
}

/** Days and their writing sessions, newest first. @param newestFirst in the order of the server */
export function daysOf(newestFirst: readonly Revision[], now: Date): Day[] {
  const days: { label: string; sessions: WritingSession[] }[] = [];
  for (const revisions of writingSessionsOf(newestFirst)) {
    const [newest, oldest] = [revisions[0] as Revision, revisions.at(-1) as Revision];
    const before = newestFirst[newestFirst.indexOf(oldest) + 1];
    const session = { revisions, wordDelta: before === undefined ? null : newest.wordCount - before.wordCount };
    const label = dayLabel(new Date(newest.at), now);
    const last = days.at(-1);
    if (last?.label === label) last.sessions.push(session);
    else days.push({ label, sessions: [session] });
  }
  return days;
}

function writingSessionsOf(newestFirst: readonly Revision[]): Revision[][] {
  const sessions: Revision[][] = [];
  for (const revision of newestFirst) {
    const later = sessions.at(-1)?.at(-1);
    const isSame =
      later !== undefined &&
      Date.parse(later.at) - Date.parse(revision.at) < writingSessionGapMs &&
      new Date(later.at).toDateString() === new Date(revision.at).toDateString();
    if (isSame) sessions.at(-1)?.push(revision);
    else sessions.push([revision]);
  }
  return sessions;
}

const dayMs = 86_400_000;
function dayLabel(day: Date, now: Date): string {
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === new Date(now.getTime() - dayMs).toDateString()) return 'Yesterday';
  return day
    .toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(day.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    })
    .replace(',', '');
}

/** `14:05, Typed`, or the time and the name that the author gave. */
export const revisionLabel = ({ at, kind, name }: Revision): string =>
  `${clockTime(at)}, ${name === undefined ? kindLabel[kind] : `“${name}”`}`;

/** `kept until 3 December`: how long a deleted version can be recovered. */
export function deletedText(deletedAt: string): string {
  const end = new Date(Date.parse(deletedAt) + limits.deletedRevisionDays * dayMs);
  return `kept until ${dayAndMonth(end)}`;
}
