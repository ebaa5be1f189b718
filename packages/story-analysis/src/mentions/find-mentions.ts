/** An entry with all the ways in which it is named. */
export interface NamedEntry {
  readonly id: string;
  /** Case counts. A name may have several words. */
  readonly names: readonly string[];
}

/** Where a name stands, and the entries that have it. Positions are UTF-16 units; `to` is exclusive. */
export type MentionSpan = readonly [from: number, to: number, ids: readonly string[]];

/**
 * The ways in which a text writes a name. If case does not count, the name is also found in capitals and with a capital
 * first letter. “Rose” is never found in “a rose”.
 */
const writtenForms = (name: string, caseSensitive: boolean): string[] =>
  caseSensitive ? [name] : [...new Set([name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()])];

/** The fields of an entry that say how the text names it. */
interface TrackedEntry {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Whether its mentions are looked for. */
  readonly tracked: boolean;
  readonly caseSensitive: boolean;
}

/** The tracked entries with all the ways in which a text writes their names. */
export const toNamedEntries = (entries: readonly TrackedEntry[]): NamedEntry[] =>
  entries
    .filter(({ tracked }) => tracked)
    .map(({ id, name, aliases, caseSensitive }) => ({
      id,
      names: [name, ...aliases].flatMap((text) => writtenForms(text, caseSensitive)),
    }));

interface Node {
  readonly next: Map<string, Node>;
  /** The entries whose name ends here. */
  readonly ids: string[];
}

/** A word, and what stands between it and the word before: spaces as one space, apostrophes as straight ones. */
interface Piece {
  readonly text: string;
  readonly gap: string;
  readonly from: number;
  readonly to: number;
}

const wordPattern = /[\p{L}\p{M}\d]+/gu;
/** What may follow a name after an apostrophe: “Mara’s”, “Mara’d”, “Mara’ll”. */
const endings = new Set(['s', 'd', 'll', 've', 're']);
const longestGap = 4;
/** Names with more words are not looked for. */
const maxWords = 40;

const createNode = (): Node => ({ next: new Map(), ids: [] });

function* piecesOf(text: string): Generator<Piece> {
  let end = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    yield { text: word, gap: gapBetween(text, end, index), from: index, to: index + word.length };
    end = index + word.length;
  }
}

const gapBetween = (text: string, from: number, to: number): string =>
  to - from > longestGap ? '\n' : text.slice(from, to).replaceAll('’', "'").replaceAll(/\s+/g, ' ');

/**
 * A trie that finds the names of entries in texts: whole words, the longest name at each place, without overlaps. Takes
 * time proportional to the text, however many names there are.
 */
export class MentionIndex {
  readonly #root = createNode();

  constructor(entries: readonly NamedEntry[]) {
    for (const { id, names } of entries) for (const name of names) this.#add(id, name);
  }

  #add(id: string, name: string): void {
    const pieces = [...piecesOf(name)];
    if (pieces.length === 0 || pieces.length > maxWords) return;
    let node = this.#root;
    for (const [at, { text, gap }] of pieces.entries()) {
      const key = keyOf(at === 0 ? '' : gap, text);
      const next = node.next.get(key) ?? createNode();
      node.next.set(key, next);
      node = next;
    }
    if (!node.ids.includes(id)) node.ids.push(id);
  }

  /** The spans of all names in a text, in order. A name that several entries share has all their ids. */
  find(text: string): MentionSpan[] {
    const spans: MentionSpan[] = [];
    const pieces = [...piecesOf(text)];
    for (let first = 0; first < pieces.length;) {
      const hit = this.#longestAt(text, pieces, first);
      if (hit) spans.push(hit.span);
      first = hit?.end ?? first + 1;
    }
    return spans;
  }

  #longestAt(text: string, pieces: readonly Piece[], first: number): { span: MentionSpan; end: number } | null {
    if (!isWordStart(text, pieces[first]?.from ?? 0)) return null;
    let node: Node | undefined = this.#root;
    let longest: { span: MentionSpan; end: number } | null = null;
    for (let at = first; at < pieces.length; at += 1) {
      const piece = pieces[at] as Piece;
      node = node.next.get(keyOf(at === first ? '' : piece.gap, piece.text));
      if (!node) break;
      if (node.ids.length > 0 && isWordEnd(text, piece.to, pieces[at + 1]))
        longest = { span: [pieces[first]?.from ?? 0, piece.to, node.ids], end: at + 1 };
    }
    return longest;
  }
}

const keyOf = (gap: string, word: string): string => (gap === '' ? word : `${gap}\n${word}`);

const isApostrophe = (mark: string): boolean => mark === "'" || mark === '’';

/** In “O’Brien” and “Anne-Marie”, the second word is not a name of its own. */
function isWordStart(text: string, from: number): boolean {
  const mark = text.charAt(from - 1);
  const isJoined = (isApostrophe(mark) || mark === '-') && isLetterAt(text, from - 2);
  return !isJoined;
}

function isWordEnd(text: string, to: number, next: Piece | undefined): boolean {
  const mark = text.charAt(to);
  if (next?.from !== to + 1) return true;
  if (isApostrophe(mark)) return endings.has(next.text.toLowerCase());
  return mark !== '-' || next.text.charAt(0) === next.text.charAt(0).toLowerCase();
}

const isLetterAt = (text: string, at: number): boolean => /[\p{L}\p{M}\d]/u.test(text.charAt(at));
