import { createHash } from 'node:crypto';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { findingLimits, type FindingGroup, type StoryFinding } from '@inkbear/contracts/bible/finding';
import type { CheckResult } from './check-story.ts';

/** A finding of a book's last check. */
export interface FindingRow extends Omit<StoryFinding, 'id'> {
  /** `<bookId>:<findingId>` */
  _id: string;
  findingId: string;
  bookId: string;
  userId: string;
  /** Grows in reading order. */
  position: number;
  /**
   * Whether the last check found it. A finding that an author ignored is kept without being listed, so that it stays
   * ignored when it is found again.
   */
  isPresent: boolean;
  /**
   * The story bible write (`decisionId`) with which the author resolved the finding. The finding stays unlisted until a
   * check that started later finds it again.
   */
  decision: { readonly id: string; readonly at: Date } | null;
  /** The chapter that a provider compared with the story bible; absent for a finding of a rule. */
  comparedChapterId?: string;
}

/** A chapter as it was checked. */
export interface CheckedChapter {
  readonly id: string;
  readonly rev: number;
  readonly text: string;
}

interface Check {
  readonly bookId: string;
  readonly userId: string;
  readonly chapters: readonly CheckedChapter[];
  readonly results: readonly CheckResult[];
}

/** More than the characters of a chapter, so that positions of one chapter never reach those of the next one. */
export const positionsPerChapter = 1e9;

const idLength = 32;
export const maxTextUnits = 500;

/**
 * The rows of what a check found. Results with the same rule, names, attribute and words are one finding with several
 * places, so that a later check gives them the same id.
 */
export function toFindingRows({ bookId, userId, chapters, results }: Check): FindingRow[] {
  const rows = new Map<string, FindingRow>();
  for (const { group, rule, severity, text, advice, names, places: found, contradiction } of results) {
    const places = found.slice(0, findingLimits.places).flatMap(({ chapter, from, to }) => {
      const read = chapters[chapter];
      return read ? [{ chapterId: read.id, rev: read.rev, from, to, quote: quoteOf(read.text, from, to) }] : [];
    });
    const [first] = found;
    if (!first || places.length === 0) continue;
    const findingId = findingIdOf({ rule, names, places, contradiction });
    const same = rows.get(findingId);
    if (same) same.places = [...same.places, ...places].slice(0, findingLimits.places);
    else
      rows.set(findingId, {
        _id: `${bookId}:${findingId}`,
        findingId,
        bookId,
        userId,
        group,
        rule,
        severity,
        text: cut(text, maxTextUnits),
        advice,
        names: names.slice(0, findingLimits.names).map((name) => cut(name, findingLimits.name)),
        places,
        status: 'open',
        source: 'local',
        contradiction,
        position: first.chapter * positionsPerChapter + first.from,
        isPresent: true,
        decision: null,
      });
  }
  return [...rows.values()];
}

/** A hash of the rule, the entries, the quotes and the attribute. */
export const findingIdOf = ({
  rule,
  names,
  places,
  contradiction,
}: Pick<FindingRow, 'rule' | 'places' | 'contradiction'> & { readonly names: readonly string[] }): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        rule,
        names,
        places.map(({ quote }) => quote),
        ...(contradiction ? [contradiction.attribute] : []),
      ]),
    )
    .digest('hex')
    .slice(0, idLength);

const quoteOf = (text: string, from: number, to: number): string =>
  cut(text.slice(from, Math.min(to, from + bibleLimits.quote)), bibleLimits.quote);

/** Never ends with half of a character. */
export const cut = (text: string, units: number): string => {
  const short = text.slice(0, units);
  return short.isWellFormed() ? short : short.slice(0, -1);
};

/** What a check changes in the stored findings. */
export interface FindingChanges {
  /** Rows to write, with their status and how the author has resolved them. */
  readonly written: readonly FindingRow[];
  /** Ids of ignored rows that are not found any more. */
  readonly hidden: readonly string[];
  /** Ids of rows to delete. */
  readonly deleted: readonly string[];
}

/** What a check has covered, and when. */
interface CheckedPart {
  /** Whether the check would have found this finding again. */
  readonly isCovered: (row: FindingRow) => boolean;
  /** When the check began to read. */
  readonly startedAt: Date;
}

/**
 * What the rules cover: their findings of these groups whose places are all in checked chapters, or in chapters that no
 * longer exist. They also cover a provider's findings whose quote is no longer in the text.
 *
 * @param isUnchecked whether a chapter exists and was not checked
 * @param textOf the text of a checked chapter; undefined when it was not checked or does not exist
 */
export const coveredByRules =
  (
    groups: readonly FindingGroup[],
    isUnchecked: (chapterId: string) => boolean,
    textOf: (chapterId: string) => string | undefined,
  ) =>
  ({ group, source, places }: FindingRow): boolean => {
    if (!groups.includes(group)) return false;
    if (source === 'local') return places.every(({ chapterId }) => !isUnchecked(chapterId));
    return places.some(({ chapterId, quote }) => !isUnchecked(chapterId) && !textOf(chapterId)?.includes(quote));
  };

/**
 * Decides what a check changes. It replaces the stored findings that it covers. At most a thousand findings are kept, and
 * a thousand ignored ones that were not found any more.
 */
export function decideFindings(
  stored: readonly FindingRow[],
  found: readonly FindingRow[],
  { isCovered, startedAt }: CheckedPart,
): FindingChanges {
  const replaced = stored.filter(isCovered);
  const before = new Map(stored.map((row) => [row._id, row]));
  const replacedRows = new Set(replaced);
  const capacity = findingLimits.perGroup - stored.filter((row) => row.isPresent && !replacedRows.has(row)).length;
  const kept = found.slice(0, Math.max(0, capacity));
  const keptIds = new Set(kept.map(({ _id }) => _id));
  const gone = replaced.filter(({ _id }) => !keptIds.has(_id));
  const ignored = gone.filter(({ status }) => status === 'ignored');
  // If there are too many, those that an earlier check had hidden are dropped.
  const hidden = [...ignored.filter(({ isPresent }) => isPresent), ...ignored.filter(({ isPresent }) => !isPresent)];
  const dropped = [...gone.filter(({ status }) => status === 'open'), ...hidden.slice(findingLimits.perGroup)];
  return {
    written: kept.map((row) => {
      const { status = row.status, decision = null } = before.get(row._id) ?? {};
      // The check did not know what the author resolved while it ran.
      return { ...row, status, decision: decision && decision.at >= startedAt ? decision : null };
    }),
    hidden: hidden
      .slice(0, findingLimits.perGroup)
      .filter(({ isPresent }) => isPresent)
      .map(({ _id }) => _id),
    deleted: dropped.map(({ _id }) => _id),
  };
}
