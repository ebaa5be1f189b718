import { ChangeSet } from '@codemirror/state';
import { linesAsJson } from './lines-json.ts';
import { findHunks, trimHunk } from './text-hunks.ts';

/** CodeMirror's ChangeSet JSON: kept lengths, and `[removedLength, ...insertedLines]`; UTF-16 units. */
export type ChangesJson = (number | [number, ...string[]])[];

/** An untrusted change set that no editor could have produced; `message` is a sentence without user text. */
export class InvalidChangesError extends Error {
  override readonly name = 'InvalidChangesError';
}

const MAX_SECTIONS = 200_000;
const MAX_INSERTED_UNITS = 8_000_000;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

interface Spec {
  from: number;
  to: number;
  insert: string;
}

/** A loop over units is faster than `indexOf` for a text that is nothing but line breaks. */
const countLineFeeds = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 0x0a) count += 1;
  return count;
};

const readInsert = (lines: unknown[]): string => {
  if (!lines.every((line) => typeof line === 'string'))
    throw new InvalidChangesError('Inserted lines must be strings.');
  const text = lines.join('\n');
  if (text.length > MAX_INSERTED_UNITS) throw new InvalidChangesError('The inserted text is too long.');
  // Checked once for the joined text, which may have hundreds of thousands of lines.
  if (countLineFeeds(text) !== Math.max(0, lines.length - 1) || text.includes('\r'))
    throw new InvalidChangesError('An inserted line must not contain a line break.');
  if (!text.isWellFormed()) throw new InvalidChangesError('The inserted text contains half of a character.');
  return text;
};

const readSpecs = (json: unknown, baseLength: number): Spec[] => {
  if (!Array.isArray(json)) throw new InvalidChangesError('Changes must be a list.');
  if (json.length > MAX_SECTIONS) throw new InvalidChangesError('There are too many changes.');
  const specs: Spec[] = [];
  let position = 0;
  let inserted = 0;
  for (const part of json as unknown[]) {
    const isTooLong = Array.isArray(part) && part.length > MAX_INSERTED_UNITS;
    const length: unknown = Array.isArray(part) ? (isTooLong ? undefined : part[0]) : part;
    if (!isCount(length)) throw new InvalidChangesError('A length must be a whole number, zero or more.');
    if (length > baseLength - position) throw new InvalidChangesError('The changes are longer than the text.');
    if (Array.isArray(part)) {
      const insert = readInsert(part.slice(1));
      inserted += insert.length;
      if (inserted > MAX_INSERTED_UNITS) throw new InvalidChangesError('The inserted text is too long.');
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
 * @throws {InvalidChangesError} malformed, not fitting `baseLength`, or too large; nothing else
 */
export const parseChanges = (json: unknown, baseLength: number): ChangeSet =>
  orInvalid(() => ChangeSet.of(readSpecs(json, baseLength), baseLength, '\n'));

/**
 * Reads like `parseChanges`, but does not split a single replaced range into lines, of which it may have a million.
 * @throws {InvalidChangesError} as `parseChanges` does
 */
export const parseTextChanges = (json: unknown, baseLength: number): TextChanges =>
  orInvalid(() => {
    const specs = readSpecs(json, baseLength);
    const [only] = specs;
    return only && specs.length === 1 ? replaceRange(baseLength, only) : ChangeSet.of(specs, baseLength, '\n');
  });

function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidChangesError) throw error;
    throw new InvalidChangesError('The changes cannot be read.', { cause: error });
  }
}

/**
 * Applies changes to a text.
 * @throws {InvalidChangesError} made for a text of another length, or the result contains half of a surrogate pair
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

/** The part of a change set that word and origin counting needs; also implemented by a single replaced range. */
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

/** `JSON.stringify` of changes; fast for a replaced range, of which the lines may be a million. */
export const stringifyChanges = (changes: TextChanges | ChangesJson): string =>
  isReplacedRange(changes) ? changes.toJsonText() : JSON.stringify(changes);

/** One replaced range of a text. */
interface ReplacedRange extends TextChanges {
  /** Equal to `JSON.stringify(this)`, but does not split the inserted text into lines. */
  toJsonText(): string;
}
const isReplacedRange = (changes: TextChanges | ChangesJson): changes is ReplacedRange => 'toJsonText' in changes;

/** Avoids spreading the lines, which would copy the list again. */
function replacedPart(removed: number, insert: string): [number, ...string[]] {
  const part: (number | string)[] = insert === '' ? [] : insert.split('\n');
  part.unshift(removed);
  return part as [number, ...string[]];
}

/**
 * Replaces one range of a text of `length` UTF-16 units; equal to the change set, but does not split the
 * inserted text into lines, of which it may have a million. It validates nothing: for trusted ranges only.
 */
export function replaceRange(length: number, { from, to, insert }: Spec): ReplacedRange {
  const end = from + insert.length;
  const isChange = to > from || insert !== '';
  const kept = (units: number) => (units > 0 ? [units] : []);
  return {
    length,
    newLength: length - (to - from) + insert.length,
    iterChanges: (visit) => {
      if (isChange) visit(from, to, from, end, insert);
    },
    iterGaps: (visit) => {
      if (!isChange) return length > 0 ? visit(0, 0, length) : undefined;
      if (from > 0) visit(0, 0, from);
      if (to < length) visit(to, end, length - to);
    },
    toJSON: () => (isChange ? [...kept(from), replacedPart(to - from, insert), ...kept(length - to)] : kept(length)),
    toJsonText: () => {
      if (!isChange) return JSON.stringify(kept(length));
      const replaced = `[${insert === '' ? to - from : `${to - from},${linesAsJson(insert)}`}]`;
      return `[${[...kept(from), replaced, ...kept(length - to)].join(',')}]`;
    },
  };
}

/** The changes from `before` to `after`, word-aligned and then trimmed to characters; bounded time. Both LF only. */
export const diffToChanges = (before: string, after: string): ChangeSet => {
  const specs = findHunks(before, after).map((hunk) => {
    const { from, to, fromB, toB } = trimHunk(before, after, hunk);
    return { from, to, insert: after.slice(fromB, toB) };
  });
  return ChangeSet.of(specs, before.length, '\n');
};

/**
 * One change set that does what `first` and then `second` do.
 * @throws {InvalidChangesError} `second` does not start where `first` ends
 */
export const composeChanges = (first: ChangeSet, second: ChangeSet): ChangeSet => {
  if (first.newLength !== second.length) throw new InvalidChangesError('The second changes do not follow the first.');
  return first.compose(second);
};

/** The inverse changes, which restore `before`, the text that `changes` applies to. */
export const invertChanges = (before: string, changes: ChangeSet): ChangeSet => {
  const specs: Spec[] = [];
  changes.iterChanges((from, to, fromB, toB) => {
    specs.push({ from: fromB, to: toB, insert: before.slice(from, to) });
  });
  return ChangeSet.of(specs, changes.newLength, '\n');
};

/**
 * Maps a position of the old text to the new one; positions in deleted text map to the place of the deletion.
 * @param side 1 stays behind text inserted at the position, -1 before it
 */
export const mapPosition = (changes: ChangeSet, position: number, side: -1 | 1 = -1): number =>
  changes.mapPos(Math.min(Math.max(0, position), changes.length), side);

/** Size of the changes on the wire, in bytes of UTF-8 JSON. */
export const changesSize = (changes: ChangeSet): number =>
  new TextEncoder().encode(JSON.stringify(changes.toJSON())).length;

/** Converts CRLF and lone CR to LF. Every text is normalised before it is stored or compared. */
export const normaliseNewlines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
