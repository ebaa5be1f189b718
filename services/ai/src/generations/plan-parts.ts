/** A step of a chapter's plan. */
export interface PlannedBeat {
  readonly text: string;
  /** Requested number of words. */
  readonly words: number;
  /** The entry of the story bible from whose point of view it is told. */
  readonly povEntryId?: string | null;
  /** Entries of the story bible that it is about. */
  readonly entryIds?: readonly string[];
}

/** What one call writes: a beat, several short ones, or a section of a long one. */
export type Part = Required<PlannedBeat>;

/** Minimum words of a part: every call resends the context. */
const minWords = 500;
const maxWords = 1500;
/** Minimum and maximum length of a beat, as multiples of the average length. */
const [minWeight, maxWeight] = [0.4, 2.5];
/** Minimum for a part that compensates longer earlier parts, and maximum for one that compensates shorter ones. */
const [minCorrection, maxCorrection] = [0.5, 1.5];

/**
 * Divides a chapter into the parts that are written one after the other. Short beats that follow each other share a part,
 * and a long beat gets several.
 * @param beats at least one
 */
export const planParts = (beats: readonly PlannedBeat[], targetWords: number): Part[] =>
  groupsOf(withWords(beats, targetWords)).flatMap(toParts);

/**
 * About how many words the next part gets, so that the chapter has its length although the parts before were longer or
 * shorter than planned.
 * @param rest the parts that are not written yet, the next one first
 */
export function wordsOfNext(rest: readonly Part[], remainingWords: number): number {
  const planned = rest[0]?.words ?? 0;
  const fitting = (remainingWords * planned) / wordsOf(rest);
  return Math.round(clamp(fitting, planned * minCorrection, planned * maxCorrection));
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const wordsOf = (beats: readonly PlannedBeat[]): number => beats.reduce((sum, { words }) => sum + words, 0);

/** The beats with words that add up to the length of the chapter. */
function withWords(beats: readonly PlannedBeat[], targetWords: number): PlannedBeat[] {
  const planned = beats.map(({ words }) => clamp(words, 1, targetWords));
  const average = planned.reduce((sum, words) => sum + words, 0) / beats.length;
  const weights = planned.map((words) => clamp(words / average, minWeight, maxWeight));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return beats.map((beat, index) => ({ ...beat, words: ((weights[index] ?? 0) / total) * targetWords }));
}

function groupsOf(beats: readonly PlannedBeat[]): PlannedBeat[][] {
  const groups: PlannedBeat[][] = [];
  for (const beat of beats) {
    const last = groups.at(-1);
    if (last && wordsOf(last) < minWords) last.push(beat);
    else groups.push([beat]);
  }
  const last = groups.at(-1);
  if (groups.length === 1 || !last || wordsOf(last) >= minWords) return groups;
  return [...groups.slice(0, -2), [...(groups.at(-2) ?? []), ...last]];
}

/** Beats that are told from different points of view name none. */
function toParts(group: readonly PlannedBeat[]): Part[] {
  const [pov = null, ...otherPovs] = new Set(group.map(({ povEntryId = null }) => povEntryId));
  const text = group.map((beat) => beat.text.trim()).join('\n');
  const count = Math.ceil(wordsOf(group) / maxWords);
  return Array.from({ length: count }, (_item, index) => ({
    text: count === 1 ? text : `${text}\n(Piece ${index + 1} of ${count} of this.)`,
    words: Math.round(wordsOf(group) / count),
    povEntryId: otherPovs.length === 0 ? pov : null,
    entryIds: [...new Set(group.flatMap(({ entryIds = [] }) => entryIds))],
  }));
}
