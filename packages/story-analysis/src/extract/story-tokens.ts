import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { markSpeech } from './speech-marks.ts';
import type { Token } from './token.ts';
import { wordList } from './word-list.ts';

export interface Sentence {
  readonly tokens: readonly Token[];
  readonly paragraph: number;
}

/** The words of a text that a tagger may read; longer ones are replaced, because it takes quadratic time for them. */
export const maxTokenLength = 64;

const tokenPattern = /\d{1,3}(?:,\d{3})+(?!\d)|[\p{L}\p{M}\d]+(?:['’\-‐‑][\p{L}\p{M}\d]+)*|[^\s\p{L}\p{M}\d]/gu;
const clitics = ["n't", "'s", "'m", "'re", "'ve", "'d", "'ll"];
const emphasis = wordList('* _');
const abbreviations = wordList(
  'mr mrs ms dr prof rev fr st sr jr capt col lt sgt gen maj cpl cmdr hon messrs mme mlle no vs etc ave rd',
);
const terminal = wordList('. ! ? …');
const closing = wordList('” ’ " \' » ) ] ›');
const beforeInitial = wordList('“ ‘ " « „ ( [ : … — – ‹');

/** The paragraphs of a chapter as sentences. Headings and scene breaks are left out. */
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph = 0;
  for (const block of parseBlocks(text)) {
    if (block.kind !== 'paragraph') continue;
    const tokens = readTokens(text.slice(block.range.from, block.range.to), block.range.from);
    if (isTitleLine(tokens)) continue;
    markSpeech(tokens);
    for (const sentence of splitSentences(tokens)) sentences.push({ tokens: sentence, paragraph });
    paragraph += 1;
  }
  return sentences;
}

export function readTokens(text: string, offset: number): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(tokenPattern)) {
    if (emphasis.has(found)) continue;
    const plain = found.replaceAll('’', "'");
    const clitic = clitics.find((end) => plain.length > end.length && plain.toLowerCase().endsWith(end));
    const from = offset + index;
    const cut = plain.length - (clitic?.length ?? 0);
    tokens.push(tokenOf(plain.slice(0, cut), from));
    if (clitic) tokens.push(tokenOf(plain.slice(cut), from + cut));
  }
  return tokens;
}

function tokenOf(text: string, from: number): Token {
  const isWord = /[\p{L}\d]/u.test(text);
  const first = text.charAt(0);
  return {
    text,
    lower: text.toLowerCase(),
    from,
    to: from + text.length,
    isWord,
    isCapital: isWord && first !== first.toLowerCase(),
    isInitial: false,
    isSpoken: false,
  };
}

const smallWords = wordList('a an the of and in on at to for from with by or');
const maxTitleWords = 10;

/** A line such as “The House on Mill Street”, “CHAPTER ONE” or “Part Two”, in which capitals say nothing. */
function isTitleLine(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ isWord }) => isWord);
  const last = tokens.at(-1);
  if (!last || words.length === 0) return true;
  if (!last.isWord || words.length > maxTitleWords || tokens.some(({ text }) => closing.has(text))) return false;
  return words.every(({ isCapital, lower }) => isCapital || smallWords.has(lower) || /^\d/.test(lower));
}

function splitSentences(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [];
  let [sentence, hasWord]: [Token[], boolean] = [[], false];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    token.isInitial = token.isWord && (!hasWord || isAfterOpening(tokens, at));
    hasWord ||= token.isWord;
    sentence.push(token);
    if (!endsSentence(tokens, at)) continue;
    while (isClosingAt(tokens, at + 1)) {
      at += 1;
      sentence.push(tokens[at] as Token);
    }
    const next = tokens[at + 1];
    if (next && !beginsSentence(next)) continue;
    sentences.push(sentence);
    [sentence, hasWord] = [[], false];
  }
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

function isAfterOpening(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (!before || before.isWord) return false;
  return (beforeInitial.has(before.text) && !isDashOfClause(tokens, at)) || terminal.has(before.text);
}

/** A dash between a lower-case word and a capital is an aside, so the capital is that of a name. */
function isDashOfClause(tokens: readonly Token[], at: number): boolean {
  const dash = tokens[at - 1]?.text;
  return (dash === '—' || dash === '–') && (tokens[at - 2]?.isWord ?? false);
}

function endsSentence(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (!token || !terminal.has(token.text)) return false;
  if (token.text !== '.' || !before?.isWord || before.to !== token.from) return true;
  const isInitialLetter = before.isCapital && before.text.length === 1 && before.text !== 'I';
  return !abbreviations.has(before.lower) && !isInitialLetter;
}

/** A closing mark that belongs to the sentence before it: it follows without a space. */
function isClosingAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token) return false;
  const isAdjacent = token.from === tokens[at - 1]?.to;
  return isAdjacent && (closing.has(token.text) || terminal.has(token.text));
}

const beginsSentence = ({ isWord, isCapital, text }: Token): boolean =>
  isWord ? isCapital || /^\d/.test(text) : !',;:-–—.'.includes(text);
