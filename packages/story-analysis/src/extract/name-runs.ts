import {
  directions,
  functionWords,
  notNames,
  ofHeads,
  particles,
  placeWords,
  objectWords,
  titles,
} from './name-words.ts';
import type { Sentence } from './story-tokens.ts';
import type { Token } from './token.ts';
import { lowerAt } from './word-list.ts';

/** Capitalised words in a row that may be a name. `to` is exclusive; both are indexes of tokens of the sentence. */
export interface NameRun {
  readonly chapter: number;
  readonly sentence: Sentence;
  readonly from: number;
  readonly to: number;
}

/** What the whole text says about a word. */
export interface Vocabulary {
  /** Whether it is a word of the language that names nobody. */
  readonly isOrdinary: (lower: string) => boolean;
  /** Whether it has a capital inside a sentence, too. */
  readonly isSeenInside: (lower: string) => boolean;
}

const isShouted = ({ text }: Token): boolean =>
  text.length > 1 && text === text.toUpperCase() && /\p{L}/u.test(text) && !/^[IVX]{2,4}$/.test(text);

export const canBeName = (token: Token | undefined): token is Token =>
  token !== undefined && token.isCapital && !isShouted(token) && token.text !== 'I' && /^\p{L}/u.test(token.text);

/** All runs of a sentence, from left to right. Its first word belongs to a run only if that word may be a name. */
export function findRuns(chapter: number, sentence: Sentence, vocabulary: Vocabulary): NameRun[] {
  const runs: NameRun[] = [];
  const { tokens } = sentence;
  for (let at = 0; at < tokens.length; at += 1) {
    if (!canBeName(tokens[at])) continue;
    const to = endOfRun(tokens, at);
    const from = startOfRun(tokens, at, to, vocabulary);
    const end = withoutTail(tokens, from, to);
    if (from < end) runs.push({ chapter, sentence, from, to: end });
    at = to - 1;
  }
  return runs;
}

/** Maximum length of a name, in words and marks. */
const maxRun = 8;

function endOfRun(tokens: readonly Token[], from: number): number {
  let to = from + 1;
  while (to < from + maxRun) {
    const next = nextInRun(tokens, to);
    if (next === null) break;
    to = next;
  }
  return to;
}

/** The end of the run when it continues after `to`, else null. */
function nextInRun(tokens: readonly Token[], to: number): number | null {
  const [last, next] = [tokens[to - 1], tokens[to]];
  if (!last || !next || endsName(last)) return null;
  if (canBeName(next)) return next.isInitial || isBreak(last, next) ? null : to + 1;
  return nextAfterMark(tokens, to) ?? nextAfterParticle(tokens, to) ?? nextAfterOf(tokens, to);
}

const endsName = ({ lower }: Token): boolean => notNames.has(lower) && !titles.has(lower) && !directions.has(lower);

/** “Dr. Hale”, “J. Hale”, “King's Bridge” */
function nextAfterMark(tokens: readonly Token[], to: number): number | null {
  const [last, mark, second] = [tokens[to - 1], tokens[to], tokens[to + 1]];
  if (!last || !mark || !canBeName(second)) return null;
  if (mark.text === "'s") return isPlaceOrObject(second) ? to + 2 : null;
  const isShort = titles.has(last.lower) || last.text.length === 1;
  return mark.text === '.' && mark.from === last.to && isShort ? to + 2 : null;
}

/** “de Lacy”, “van der Berg” */
function nextAfterParticle(tokens: readonly Token[], to: number): number | null {
  if (!particles.has(lowerAt(tokens, to))) return null;
  if (canBeName(tokens[to + 1])) return to + 2;
  return particles.has(lowerAt(tokens, to + 1)) && canBeName(tokens[to + 2]) ? to + 3 : null;
}

/** “Castle of Ashmoor”, “Order of the Wren” */
function nextAfterOf(tokens: readonly Token[], to: number): number | null {
  if (lowerAt(tokens, to) !== 'of' || !ofHeads.has(lowerAt(tokens, to - 1))) return null;
  if (canBeName(tokens[to + 1])) return to + 2;
  return lowerAt(tokens, to + 1) === 'the' && canBeName(tokens[to + 2]) ? to + 3 : null;
}

const isPlaceOrObject = ({ lower }: Token): boolean => placeWords.has(lower) || objectWords.has(lower);

/** A title that follows a name begins another one, as in “told Mara Captain Hale was here”. */
const isBreak = (last: Token, next: Token): boolean =>
  titles.has(next.lower) && !titles.has(last.lower) && !placeWords.has(next.lower) && next.lower !== 'st';

const isFirstOfName = ({ lower }: Token): boolean => titles.has(lower) || directions.has(lower);

/** Leaves out a first word that is there only because a sentence begins, such as “When” or “Tall”. */
function startOfRun(tokens: readonly Token[], from: number, to: number, vocabulary: Vocabulary): number {
  let start = from;
  while (start < to) {
    const token = tokens[start];
    if (!token) break;
    const isSkipped =
      (functionWords.has(token.lower) && !(start + 1 < to && vocabulary.isSeenInside(token.lower))) ||
      (notNames.has(token.lower) && !(isFirstOfName(token) && start + 1 < to)) ||
      (token.isInitial && to - start > 1 && !titles.has(token.lower) && vocabulary.isOrdinary(token.lower));
    if (!isSkipped && canBeName(token)) break;
    start += 1;
  }
  return start;
}

/** A run must end with a capitalised word that may be part of a name. */
function withoutTail(tokens: readonly Token[], from: number, to: number): number {
  let end = to;
  while (end > from && (!canBeName(tokens[end - 1]) || notNames.has(tokens[end - 1]?.lower ?? ''))) end -= 1;
  return end;
}

/** The words of a run as a name: single spaces, no space before “.” and “'s”. */
export function textOfRun({ sentence: { tokens }, from, to }: NameRun): string {
  let text = '';
  for (const token of tokens.slice(from, to))
    text += text === '' || token.text === '.' || token.text === "'s" ? token.text : ` ${token.text}`;
  return text;
}
