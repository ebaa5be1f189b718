import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import type { MentionIndex } from '@inkbear/story-analysis/mentions/find-mentions';
import { namedIn } from './named-index.ts';

/** What a request is about. */
export interface RequestFocus {
  /** Title, description and key points of the chapter. */
  readonly plan: string;
  /** What the author asks for now. */
  readonly request: string;
  /** The text before the place at which AI writes, nearest last. */
  readonly before: string;
}

export interface ScoredEntry {
  readonly entry: ContextEntry;
  readonly score: number;
  /** Why it was chosen, for the author. */
  readonly reason: string;
  /** Whether the request alone chose it, so that it is not part of what all requests about a chapter have in common. */
  readonly isFromRequest: boolean;
}

const weights = { always: 100, plan: 40, before: 30, pov: 20, related: 12, thread: 10 } as const;
/** The words before the place after which a mention counts half. */
const halfDistanceWords = 1500;
/** The average length of a word with the space after it, in characters. */
const wordLength = 6;

/** Which entries of a story bible a request needs, best first. Those with no reason are left out. */
export function scoreEntries(
  entries: readonly ContextEntry[],
  index: MentionIndex,
  focus: RequestFocus,
  { povNames, pinned }: { readonly povNames: readonly string[]; readonly pinned: ReadonlySet<string> },
): ScoredEntry[] {
  const inPlan = namedIn(index, focus.plan);
  const inRequest = namedIn(index, focus.request);
  const distances = distancesBefore(index, focus.before);
  const scored = entries.map((entry): ScoredEntry => {
    const { id } = entry;
    if (entry.inPrompt === 'always' || pinned.has(id)) return because(entry, weights.always, 'Always included');
    if (inPlan.has(id)) return because(entry, weights.plan, 'In the plan of the chapter');
    const isPov = povNames.includes(entry.name);
    const distance = distances.get(id);
    const near = distance === undefined ? 0 : weights.before * 0.5 ** (distance / wordLength / halfDistanceWords);
    if (isPov) return because(entry, weights.pov + near, 'Whose thoughts are told');
    if (inRequest.has(id)) return { ...because(entry, weights.plan, 'In the request'), isFromRequest: true };
    if (near > 1) return { ...because(entry, near, 'In the text before'), isFromRequest: true };
    if (entry.kind === 'thread') return because(entry, weights.thread, 'An open thread');
    return because(entry, 0, '');
  });
  const certain = new Set(scored.filter(({ score }) => score >= weights.plan).map(({ entry }) => entry.id));
  const fromRequest = new Set(scored.filter(({ isFromRequest }) => isFromRequest).map(({ entry }) => entry.id));
  return scored
    .map((one): ScoredEntry => {
      if (one.score >= weights.related) return one;
      const other = one.entry.relations.find(({ otherId }) => certain.has(otherId));
      if (!other) return one;
      return {
        ...because(one.entry, weights.related, `Related to ${other.otherName}`),
        isFromRequest: fromRequest.has(other.otherId),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareNames(a.entry, b.entry));
}

const because = (entry: ContextEntry, score: number, reason: string): ScoredEntry => ({
  entry,
  score,
  reason,
  isFromRequest: false,
});

const compareNames = (a: ContextEntry, b: ContextEntry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** How far before the end of the text each entry is named last, in characters. */
const distancesBefore = (index: MentionIndex, text: string): ReadonlyMap<string, number> =>
  new Map(index.find(text).flatMap(([, to, ids]) => (ids.length === 1 ? [[ids[0] ?? '', text.length - to]] : [])));
