import { ChangeDesc, ChangeSet } from '@codemirror/state';
import { linesAsJson } from './lines-json.ts';
import type { TextEdit } from './text-edit.ts';
import { findHunks, trimHunk } from './text-hunks.ts';

/** The JSON of CodeMirror's ChangeSet: unchanged lengths, and `[removedLength, ...insertedLines]`, in UTF-16 units. */
export type ChangesJson = (number | [number, ...string[]])[];

/** An untrusted change set that no editor could have produced; `message` is a sentence without user text. */
export class InvalidChangesError extends Error {
  override readonly name = 'InvalidChangesError';
}

const maxSections = 200_000;
const maxInsertedUnits = 8_000_000;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Uses a loop over units, which is faster than `indexOf` for a text of line breaks only. */
const countLineFeeds = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 0x0a) count += 1;
  return count;
};

/** A loop over indexes takes a tenth of the time of `every` for a million lines. */
function areStrings(values: unknown[]): values is string[] {
  for (let index = 0; index < values.length; index += 1) if (typeof values[index] !== 'string') return false;
  return true;
}

const readInsert = (lines: unknown[]): string => {
  if (!areStrings(lines)) throw new InvalidChangesError('Inserted lines must be strings.');
  const text = lines.join('\n');
  if (text.length > maxInsertedUnits) throw new InvalidChangesError('The inserted text is too long.');
  // Checked once for the joined text, which may have hundreds of thousands of lines.
  if (countLineFeeds(text) !== Math.max(0, lines.length - 1) || text.includes('\r'))
    throw new InvalidChangesError('An inserted line must not contain a line break.');
  if (!text.isWellFormed()) throw new InvalidChangesError('The inserted text contains half of a character.');
  return text;
};

const readSpecs = (json: unknown, baseLength: number): TextEdit[] => {
  if (!Array.isArray(json)) throw new InvalidChangesError('Changes must be a list.');
  if (json.length > maxSections) throw new InvalidChangesError('There are too many changes.');
  const specs: TextEdit[] = [];
  let position = 0;
  let inserted = 0;
  for (const part of json as unknown[]) {
    const isTooLong = Array.isArray(part) && part.length > maxInsertedUnits;
    const length: unknown = Array.isArray(part) ? (isTooLong ? undefined : part[0]) : part;
    if (!isCount(length)) throw new InvalidChangesError('A length must be a whole number, zero or more.');
    if (length > baseLength - position) throw new InvalidChangesError('The changes are longer than the text.');
    if (Array.isArray(part)) {
      const insert = readInsert(part.slice(1));
      inserted += insert.length;
      if (inserted > maxInsertedUnits) throw new InvalidChangesError('The inserted text is too long.');
      specs.push({ from: position, to: position + length, insert });
    }
    position += length;
  }
  if (position !== baseLength) throw new InvalidChangesError('The changes do not fit the length of the text.');
  return specs;
};

/**
 * Parses an untrusted change set.
 * @param baseLength length of the text the changes apply to, in UTF-16 units
 * @throws {InvalidChangesError} the change set is malformed, too large, or does not fit `baseLength`; no other error
 */
export const parseChanges = (json: unknown, baseLength: number): ChangeSet =>
  withInvalidChangesError(() => ChangeSet.of(readSpecs(json, baseLength), baseLength, '\n'));

/**
 * Like `parseChanges`, but neither splits the inserted text into lines nor builds a tree of the changes: there may be a
 * million lines, or 50,000 changes.
 * @throws {InvalidChangesError} like `parseChanges`
 */
export const parseTextChanges = (json: unknown, baseLength: number): TextChanges =>
  withInvalidChangesError(() => replaceRanges(baseLength, readSpecs(json, baseLength)));

function withInvalidChangesError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidChangesError) throw error;
    throw new InvalidChangesError('The changes cannot be read.', { cause: error });
  }
}

/**
 * Applies changes to a text.
 * @throws {InvalidChangesError} the text has another length, or the result would contain half of a surrogate pair
 */
export const applyChanges = (text: string, changes: TextChanges): string => {
  if (changes.length !== text.length) throw new InvalidChangesError('The changes do not fit the length of the text.');
  const pieces: string[] = [];
  let position = 0;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    pieces.push(text.slice(position, from), inserted.toString());
    position = to;
  });
  const result = pieces.join('') + text.slice(position);
  if (!result.isWellFormed()) throw new InvalidChangesError('The changes would cut a character in half.');
  return result;
};

/** The part of a change set that counting words and origins needs. Replaced ranges implement it too. */
export interface TextChanges {
  readonly length: number;
  readonly newLength: number;
  iterChanges(
    visit: (fromA: number, toA: number, fromB: number, toB: number, inserted: { toString(): string }) => void,
    individual?: boolean,
  ): void;
  iterGaps(visit: (fromA: number, fromB: number, length: number) => void): void;
  toJSON(): unknown;
}

/** `JSON.stringify` of changes. Fast for replaced ranges, which may have a million lines. */
export const stringifyChanges = (changes: TextChanges | ChangesJson): string =>
  isReplacedRanges(changes) ? changes.toJsonText() : JSON.stringify(changes);

/** Changes whose ranges each store their inserted text as one string. */
interface ReplacedRanges extends TextChanges {
  /** Equal to `JSON.stringify(this)`, but does not split the inserted text into lines. */
  toJsonText(): string;
}
const isReplacedRanges = (changes: TextChanges | ChangesJson): changes is ReplacedRanges => 'toJsonText' in changes;

/** The part of the JSON that replaces a range. The lines are not spread, because that would copy the list again. */
function replacedPart(removed: number, insert: string): [number, ...string[]] {
  const part: (number | string)[] = insert === '' ? [] : insert.split('\n');
  part.unshift(removed);
  return part as [number, ...string[]];
}

const replacedPartText = (removed: number, insert: string): string =>
  insert === '' ? `[${removed}]` : `[${removed},${linesAsJson(insert)}]`;

/** Where positions of a text are after a change. */
export interface PositionMap {
  /** `side`: -1 stays before an insertion at the position, 1 goes after it. */
  mapPos(position: number, side: -1 | 1): number;
}

/** Maps positions through changes. Does not read the inserted text, which may be long. */
export function toPositionMap(changes: TextChanges): PositionMap {
  const sections: number[] = [];
  let position = 0;
  changes.iterChanges((from, to, fromB, toB) => {
    if (from > position) sections.push(from - position, -1);
    sections.push(to - from, toB - fromB);
    position = to;
  }, true);
  if (changes.length > position) sections.push(changes.length - position, -1);
  return ChangeDesc.fromJSON(sections);
}

/** Joins edits of adjacent ranges, and drops edits that change nothing. */
function joinEdits(edits: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (edit.from === edit.to && edit.insert === '') continue;
    if (last?.to === edit.from)
      joined[joined.length - 1] = { from: last.from, to: edit.to, insert: last.insert + edit.insert };
    else joined.push(edit);
  }
  return joined;
}

/**
 * The change set that replaces ranges of a text of `length` UTF-16 units. Only for trusted ranges, because nothing is
 * validated.
 * @param edits in the order of their ranges, which do not overlap
 */
export function replaceRanges(length: number, edits: readonly TextEdit[]): ReplacedRanges {
  const joined = joinEdits(edits);
  const parts = <T>(replaced: (removed: number, insert: string) => T): (number | T)[] => {
    const list: (number | T)[] = [];
    let position = 0;
    for (const { from, to, insert } of joined) {
      if (from > position) list.push(from - position);
      list.push(replaced(to - from, insert));
      position = to;
    }
    if (position < length) list.push(length - position);
    return list;
  };
  return {
    length,
    newLength: joined.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), length),
    iterChanges: (visit) => {
      let shift = 0;
      for (const { from, to, insert } of joined) {
        const end = from + shift + insert.length;
        visit(from, to, from + shift, end, insert);
        shift = end - to;
      }
    },
    iterGaps: (visit) => {
      let position = 0;
      let shift = 0;
      for (const { from, to, insert } of joined) {
        if (from > position) visit(position, position + shift, from - position);
        shift += insert.length - (to - from);
        position = to;
      }
      if (position < length) visit(position, position + shift, length - position);
    },
    toJSON: () => parts(replacedPart),
    toJsonText: () => `[${parts(replacedPartText).join(',')}]`,
  };
}

/**
 * The changes from `before` to `after`, aligned at words and then trimmed to characters. Takes bounded time. Both texts
 * must have LF line breaks only.
 */
export const diffToChanges = (before: string, after: string): ChangeSet => {
  const specs = findHunks(before, after).map((hunk) => {
    const { from, to, fromB, toB } = trimHunk(before, after, hunk);
    return { from, to, insert: after.slice(fromB, toB) };
  });
  return ChangeSet.of(specs, before.length, '\n');
};

/**
 * One change set with the effect of `first` and then `second`.
 * @throws {InvalidChangesError} `second` applies to a text of another length than the result of `first`
 */
export const composeChanges = (first: ChangeSet, second: ChangeSet): ChangeSet => {
  if (first.newLength !== second.length) throw new InvalidChangesError('The second changes do not follow the first.');
  return first.compose(second);
};

/** Converts CRLF and single CR to LF. Every text must be normalised before it is stored or compared. */
export const normaliseNewlines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
