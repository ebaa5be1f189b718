import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import type { MentionIndex } from '@inkbear/story-analysis/mentions/find-mentions';
import { findLastMentionEnds, findNamedIds } from './entry-name-index.ts';

/** What a request is about. */
export interface RequestFocus {
  /** Title, description, key points and beats of the chapter, or what happens in one part of it. */
  readonly plan: string;
  /** What the author asks for now. */
  readonly request: string;
  /** The text before the insertion point, nearest last. */
  readonly before: string;
}

export interface ScoredEntry {
  readonly entry: ContextEntry;
  readonly score: number;
  /** Why it was chosen, for the author. */
  readonly reason: string;
  /** Whether only the request chose it. Such entries are sent last, after the parts that all requests share. */
  readonly isFromRequest: boolean;
}

const weights = { always: 100, plan: 40, before: 30, pov: 20, related: 12, thread: 10 } as const;
/** The score of a mention halves with every `halfDistanceWords` words between it and the insertion point. */
const halfDistanceWords = 1500;
/** The average length of a word with the space after it, in characters. */
const wordLength = 6;

/** Scores the entries of a story bible for a request, best first. Entries without a reason are left out. */
export function scoreEntries(
  entries: readonly ContextEntry[],
  index: MentionIndex,
  focus: RequestFocus,
  { povNames, pinned }: { readonly povNames: readonly string[]; readonly pinned: ReadonlySet<string> },
): ScoredEntry[] {
  const inPlan = findNamedIds(index, focus.plan);
  const inRequest = findNamedIds(index, focus.request);
  const before = findLastMentionEnds(index, focus.before);
  const scored = entries.map((entry): ScoredEntry => {
    const { id } = entry;
    const proximity = proximityScore(before.get(id), focus.before);
    const reasons = [
      (entry.inPrompt === 'always' || pinned.has(id)) && toScoredEntry(entry, weights.always, 'Always included'),
      inPlan.has(id) && toScoredEntry(entry, weights.plan, 'In the plan of the chapter'),
      inRequest.has(id) && { ...toScoredEntry(entry, weights.plan, 'In the request'), isFromRequest: true },
      povNames.includes(entry.name) && toScoredEntry(entry, weights.pov, 'Point-of-view character'),
      proximity > 1 && { ...toScoredEntry(entry, proximity, 'In the text before'), isFromRequest: true },
      isOpenThread(entry) && toScoredEntry(entry, weights.thread, 'An open thread'),
    ].filter((reason) => reason !== false);
    const [best = toScoredEntry(entry, 0, '')] = reasons.toSorted((a, b) => b.score - a.score);
    return { ...best, isFromRequest: reasons.length > 0 && reasons.every(({ isFromRequest }) => isFromRequest) };
  });
  const certain = new Set(scored.filter(({ score }) => score >= weights.plan).map(({ entry }) => entry.id));
  const fromRequest = new Set(scored.filter(({ isFromRequest }) => isFromRequest).map(({ entry }) => entry.id));
  return scored
    .map((one): ScoredEntry => {
      if (one.score >= weights.related) return one;
      const others = one.entry.relations.filter(({ otherId }) => certain.has(otherId));
      const other = others.find(({ otherId }) => !fromRequest.has(otherId)) ?? others[0];
      if (!other) return one;
      return {
        ...toScoredEntry(one.entry, weights.related, `Related to ${other.otherName}`),
        isFromRequest: fromRequest.has(other.otherId),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareNames(a.entry, b.entry));
}

/** The score of a mention that ends at `at`: it decays exponentially with the distance to the end of the text. */
const proximityScore = (at: number | undefined, text: string): number =>
  at === undefined ? 0 : weights.before * 0.5 ** ((text.length - at) / wordLength / halfDistanceWords);

const isOpenThread = ({ kind, facts }: ContextEntry): boolean =>
  kind === 'thread' && !facts.some(({ attribute, value }) => attribute === 'progress' && value === 'closed');

const toScoredEntry = (entry: ContextEntry, score: number, reason: string): ScoredEntry => ({
  entry,
  score,
  reason,
  isFromRequest: false,
});

const compareNames = (a: ContextEntry, b: ContextEntry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
