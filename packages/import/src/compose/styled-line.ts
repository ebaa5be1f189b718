import type { CommentAnchor, Line, NoteReference, TextStyle } from '../document/source-document.ts';

/** Characters in one style. */
export interface Run extends TextStyle {
  readonly text: string;
}

/** Where an anchor stands: before this unit of the line. */
interface PlacedAnchor {
  readonly anchor: CommentAnchor;
  readonly at: number;
}

/** A line without notes and anchors, without white space at its ends. */
export interface StyledLine {
  readonly runs: readonly Run[];
  readonly anchors: readonly PlacedAnchor[];
}

export const styleOf = ({ emphasis, strong }: TextStyle): string => `${emphasis ? 'e' : ''}${strong ? 's' : ''}`;

/** Joins neighbours of one style. */
export function joinRuns(runs: Iterable<Run>): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (run.text === '') continue;
    if (last && styleOf(last) === styleOf(run)) joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
}

/** @param labelOf what stands in the text for a note, such as `[3]` */
export function toStyledLine(line: Line, labelOf: (note: NoteReference) => string): StyledLine {
  const runs: Run[] = [];
  const anchors: PlacedAnchor[] = [];
  let at = 0;
  for (const inline of line) {
    if (inline.kind === 'anchor') {
      anchors.push({ anchor: inline, at });
      continue;
    }
    const run = inline.kind === 'text' ? inline : { text: labelOf(inline), emphasis: false, strong: false };
    runs.push({ text: run.text, emphasis: run.emphasis, strong: run.strong });
    at += run.text.length;
  }
  return trimLine({ runs, anchors });
}

function trimLine({ runs, anchors }: StyledLine): StyledLine {
  const text = runs.map((run) => run.text).join('');
  const from = text.length - text.trimStart().length;
  const to = Math.max(from, text.trimEnd().length);
  let at = 0;
  const trimmed = runs.map((run) => {
    const start = at;
    at += run.text.length;
    return { ...run, text: run.text.slice(Math.max(0, from - start), Math.max(0, to - start)) };
  });
  return {
    runs: joinRuns(trimmed),
    anchors: anchors.map((placed) => ({ ...placed, at: Math.min(Math.max(placed.at, from), to) - from })),
  };
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && !/^[\s\p{P}\p{S}]/u.test(character);

interface StyledCharacter extends TextStyle {
  text: string;
}

/**
 * The same line, but with one style for each word: that of most of its letters. The grammar has no marks inside a word.
 * Signs beside a word have the style of the word where a mark between them would be text.
 */
export function withWholeWords(runs: readonly Run[]): Run[] {
  const characters: StyledCharacter[] = runs.flatMap(({ text, emphasis, strong }) =>
    Array.from(text, (character) => ({ text: character, emphasis, strong })),
  );
  for (let from = 0; from < characters.length; from += 1) {
    if (!isLetter(characters[from]?.text)) continue;
    const to = wordEnd(characters, from);
    const style = mostCommonStyle(characters.slice(from, to));
    for (let at = from; at < to; at += 1) characters[at] = { ...style, text: characters[at]?.text ?? '' };
    adoptStyle(characters, from - 1, -1, style);
    adoptStyle(characters, to, 1, style);
    from = to;
  }
  return joinRuns(characters);
}

/** A word may contain single signs between letters: `it’s`, `one-two`. */
function wordEnd(characters: readonly StyledCharacter[], from: number): number {
  let to = from;
  while (isLetter(characters[to]?.text) || (!isBlank(characters[to]) && isLetter(characters[to + 1]?.text))) to += 1;
  return to;
}

const isBlank = (character: StyledCharacter | undefined): boolean =>
  character === undefined || character.text.trim() === '';

function mostCommonStyle(characters: readonly StyledCharacter[]): TextStyle {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(styleOf(character), (counts.get(styleOf(character)) ?? 0) + 1);
  const [style = ''] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
  return { emphasis: style.includes('e'), strong: style.includes('s') };
}

/** Signs beside a word, in one direction, get its style if theirs is not a part of it. */
function adoptStyle(characters: StyledCharacter[], from: number, step: 1 | -1, style: TextStyle): void {
  for (let at = from; at >= 0 && at < characters.length; at += step) {
    const character = characters[at];
    if (!character || isBlank(character) || isLetter(character.text)) return;
    const isWithin = (!character.emphasis || style.emphasis) && (!character.strong || style.strong);
    if (!isWithin) characters[at] = { ...style, text: character.text };
  }
}
