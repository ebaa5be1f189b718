import type { ConventionCounts } from './count-conventions.ts';

/** How a book is written, as far as its text shows it. */
export interface DetectedConventions {
  readonly pov: 'first' | 'second' | 'third' | null;
  /** The point-of-view character, as the text names them; null when there are several. */
  readonly povCharacter: string | null;
  readonly tense: 'past' | 'present' | null;
  readonly dialect: 'uk' | 'us' | null;
  readonly dialogueMarks: 'double' | 'single' | 'guillemets' | 'dash' | null;
}

/** With fewer cases than these nothing is detected. */
const minPronouns = 30;
const minVerbs = 30;
const minSpellings = 4;
const minSpeeches = 5;
const minThoughts = 5;
/** The share of a text that must agree. The rest is quoted letters, other narrators and slips. */
const clearShare = 0.8;
/** A chapter is in the first or second person when at least this share of its pronouns is “I” or “you”. */
const narratorShare = 0.25;

/**
 * What the chapters of a book show together, weighed by their length.
 * @param isEnglish whether pronouns, verbs and spellings were counted in the language of the book
 */
export function detectConventions(chapters: readonly ConventionCounts[], isEnglish: boolean): DetectedConventions {
  const dialogueMarks = chooseClear(chapters, ['double', 'single', 'guillemets', 'dash'], minSpeeches);
  if (!isEnglish) return { pov: null, povCharacter: null, tense: null, dialect: null, dialogueMarks };
  const pov = detectPov(chapters);
  const dialect = chooseClear(chapters, ['british', 'american'], minSpellings);
  return {
    pov,
    povCharacter: pov === 'third' ? detectPovCharacter(chapters) : null,
    tense: chooseClear(chapters, ['past', 'present'], minVerbs),
    dialect: dialect && (dialect === 'british' ? 'uk' : 'us'),
    dialogueMarks,
  };
}

type Counted = Exclude<keyof ConventionCounts, 'thinkers'>;

/** The convention to which most of what was counted belongs; null when that is too little or not clear. */
function chooseClear<K extends Counted>(
  chapters: readonly ConventionCounts[],
  keys: readonly K[],
  minCount: number,
): K | null {
  const totals = keys.map((key) => sum(chapters.map((chapter) => chapter[key])));
  const all = sum(totals);
  if (all < minCount) return null;
  return keys.find((_, at) => (totals[at] ?? 0) >= clearShare * all) ?? null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const pronounsOf = ({ first, second, third }: ConventionCounts): number => first + second + third;

/** The point of view of the chapters that have most of the text. */
function detectPov(chapters: readonly ConventionCounts[]): DetectedConventions['pov'] {
  const all = sum(chapters.map(pronounsOf));
  if (all < minPronouns) return null;
  for (const pov of ['first', 'second', 'third'] as const) {
    const inThisPov = chapters.filter((chapter) => povOf(chapter) === pov);
    if (sum(inThisPov.map(pronounsOf)) >= clearShare * all) return pov;
  }
  return null;
}

/** “You” in a text with “I” is addressed by the narrator. */
function povOf(chapter: ConventionCounts): 'first' | 'second' | 'third' {
  const all = pronounsOf(chapter);
  if (chapter.first >= narratorShare * all) return 'first';
  return chapter.second >= narratorShare * all ? 'second' : 'third';
}

function detectPovCharacter(chapters: readonly ConventionCounts[]): string | null {
  const thoughts = new Map<string, number>();
  for (const [name, times] of chapters.flatMap(({ thinkers }) => thinkers))
    thoughts.set(name, (thoughts.get(name) ?? 0) + times);
  const all = sum([...thoughts.values()]);
  if (all < minThoughts) return null;
  return [...thoughts].find(([, times]) => times >= clearShare * all)?.[0] ?? null;
}
