import type { Manuscript } from './manuscript.ts';

/** Scripts that need another kind of layout than the press has. */
export type UnsupportedScript = 'right-to-left' | 'cjk' | 'indic';

/** A script of which a manuscript has so much that it cannot be a PDF. */
export interface ScriptProblem {
  script: UnsupportedScript;
  /** The index of the first chapter with letters of the script; null if only front or back matter has some. */
  chapter: number | null;
}

/** From this share of all letters on a manuscript cannot be laid out. Below it, each letter is drawn as a box. */
const maxShare = 0.01;

type Range = readonly [from: number, to: number, script?: UnsupportedScript];

/** Letters by their first and last UTF-16 unit, in order. Those without a script can be laid out. */
const letterRanges: readonly Range[] = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0x24f],
  [0x370, 0x58f],
  [0x590, 0x8ff, 'right-to-left'],
  [0x900, 0x109f, 'indic'],
  [0x1100, 0x11ff, 'cjk'],
  [0x1780, 0x17ff, 'indic'],
  [0x1e00, 0x1fff],
  [0x2e80, 0x2fdf, 'cjk'],
  [0x3040, 0x31ff, 'cjk'],
  [0x3400, 0x4dbf, 'cjk'],
  [0x4e00, 0x9fff, 'cjk'],
  [0xa960, 0xa97f, 'cjk'],
  [0xac00, 0xd7ff, 'cjk'],
  // The first half of a rare Chinese character.
  [0xd840, 0xd88d, 'cjk'],
  [0xf900, 0xfaff, 'cjk'],
  [0xfb1d, 0xfdff, 'right-to-left'],
  [0xfe70, 0xfefc, 'right-to-left'],
  [0xff66, 0xff9d, 'cjk'],
];

/** What each UTF-16 unit is: 0 for no letter, otherwise one more than the index of its range. */
const unitKinds = new Uint8Array(0x10000);
letterRanges.forEach(([from, to], index) => unitKinds.fill(index + 1, from, to + 1));

interface LetterCounts {
  letters: number;
  scripts: Record<UnsupportedScript, number>;
}

const countLetters = (text: string): LetterCounts => {
  const byRange = new Uint32Array(letterRanges.length + 1);
  for (let at = 0; at < text.length; at += 1) {
    const kind = unitKinds[text.charCodeAt(at)] ?? 0;
    byRange[kind] = (byRange[kind] ?? 0) + 1;
  }
  const counts: LetterCounts = { letters: 0, scripts: { 'right-to-left': 0, cjk: 0, indic: 0 } };
  letterRanges.forEach(([, , script], index) => {
    const count = byRange[index + 1] ?? 0;
    counts.letters += count;
    if (script) counts.scripts[script] += count;
  });
  return counts;
};

/**
 * Finds the script for which a manuscript cannot be laid out as PDF; undefined if it can. Other formats carry every
 * script. Takes time proportional to the length of the manuscript.
 */
export const unsupportedScript = (manuscript: Manuscript): ScriptProblem | undefined => {
  const { title, dedication = '', introduction = '', matter = [] } = manuscript;
  const chapters = manuscript.chapters.map((chapter) => countLetters(`${chapter.title}\n${chapter.text}`));
  const others = [title, dedication, introduction, ...matter.map((piece) => `${piece.title}\n${piece.text}`)];
  const all = [...chapters, ...others.map(countLetters)];
  const letters = all.reduce((sum, counts) => sum + counts.letters, 0);
  const totalOf = (script: UnsupportedScript): number => all.reduce((sum, { scripts }) => sum + scripts[script], 0);
  const [most] = (['right-to-left', 'cjk', 'indic'] as const).toSorted((a, b) => totalOf(b) - totalOf(a));
  if (most === undefined || totalOf(most) === 0 || totalOf(most) < letters * maxShare) return undefined;
  const chapter = chapters.findIndex(({ scripts }) => scripts[most] > 0);
  return { script: most, chapter: chapter < 0 ? null : chapter };
};
