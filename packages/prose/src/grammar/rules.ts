import { articleBefore } from './articles.ts';
import { type Dialect, type Finding, withCaseOf } from './finding.ts';
import { variantOf } from './spelling-variants.ts';
import { withoutVery } from './strong-words.ts';
import { typoOf } from './typos.ts';
import type { Word } from './words.ts';

/** The input of a rule: the paragraph, its words, and the current word. */
export interface RuleContext {
  readonly paragraph: string;
  readonly words: readonly Word[];
  readonly at: number;
  readonly word: Word;
  readonly next: Word | undefined;
  readonly dialect: Dialect;
  readonly isSpeech: (position: number) => boolean;
}
export type Rule = (context: RuleContext) => Finding | null;

type Kind = Pick<Finding, 'rule' | 'type' | 'severity'>;
const finding = (
  kind: Kind,
  { paragraph }: RuleContext,
  start: number,
  end: number,
  suggestion: string,
  message: string,
): Finding => ({ ...kind, text: paragraph.slice(start, end), suggestion, position: { start, end }, message });
const isNextTo = (paragraph: string, word: Word, next: Word): boolean =>
  /^[^\S\n]+$/.test(paragraph.slice(word.end, next.start));
/** The next word, if only space is between the two. */
const followerOf = ({ paragraph, word, next }: RuleContext): Word | undefined =>
  next !== undefined && isNextTo(paragraph, word, next) ? next : undefined;

const typo: Rule = (context) => {
  const { word } = context;
  const right = typoOf(word.lower);
  return right === undefined
    ? null
    : finding(
        { rule: 'typo', type: 'spelling', severity: 'high' },
        context,
        word.start,
        word.end,
        withCaseOf(word.text, right),
        'A common slip of the fingers.',
      );
};

const spelling: Rule = (context) => {
  const { word, dialect } = context;
  const base = word.lower.replace(/'s$/, '');
  const right = variantOf(base, dialect);
  if (right === undefined) return null;
  const [mine, theirs] = dialect === 'uk' ? ['British', 'American'] : ['American', 'British'];
  return finding(
    { rule: 'variant', type: 'spelling', severity: 'low' },
    context,
    word.start,
    word.start + base.length,
    withCaseOf(word.text.slice(0, base.length), right),
    `${theirs} spelling in a book that is spelt the ${mine} way.`,
  );
};

/** Words that follow `a` only where it names the letter: "a is the first letter". */
const followLetterName = /^(?:is|and|are|or|in|on|at|as|if|it|of|was|isn't|also|to|above|a|an)$/;
const article: Rule = (context) => {
  const { paragraph, word, words, at } = context;
  if (word.lower !== 'a' && word.lower !== 'an') return null;
  const [before, next] = [words[at - 1], followerOf(context)];
  if (next === undefined || followLetterName.test(next.lower)) return null;
  // “Plan A attracts”: a capital in the middle of a sentence is a letter.
  if (word.text === 'A' && before !== undefined && isNextTo(paragraph, before, word)) return null;
  const right = articleBefore(next.text);
  if (right === null || right === word.lower) return null;
  return finding(
    { rule: 'article', type: 'grammar', severity: 'medium' },
    context,
    word.start,
    word.end,
    word.text.startsWith('A') ? (right === 'a' ? 'A' : 'An') : right,
    `“${next.text}” begins with the sound of a ${right === 'an' ? 'vowel' : 'consonant'}.`,
  );
};

const modal = /^(?:could|should|would|might|must)(?:n't)?$/;
const couldOf: Rule = (context) => {
  const { word, words, at } = context;
  const next = modal.test(word.lower) ? followerOf(context) : undefined;
  if (next?.lower !== 'of' || words[at + 2]?.lower === 'course') return null;
  return finding(
    { rule: 'could-of', type: 'grammar', severity: 'medium' },
    context,
    word.start,
    next.end,
    `${word.text} have`,
    '“Of” is “have”, as one hears it.',
  );
};

const compared = /^(?:more|less|rather|other)$/;
const thenThan: Rule = (context) => {
  const { paragraph, word } = context;
  const next = compared.test(word.lower) ? followerOf(context) : undefined;
  if (next?.lower !== 'then' || !/^ [\p{L}\d]/u.test(paragraph.slice(next.end, next.end + 2))) return null;
  return finding(
    { rule: 'then-than', type: 'grammar', severity: 'medium' },
    context,
    next.start,
    next.end,
    'than',
    'Comparisons use “than”; “then” refers to time.',
  );
};

const mayRepeat = new Set([
  'that',
  'had',
  'no',
  'very',
  'so',
  'now',
  'there',
  'yes',
  'ha',
  'tut',
  'bye',
  'knock',
  'well',
  'come',
  'hush',
  'is',
  'her',
  'it',
  'you',
  'long',
  'far',
  'many',
  'never',
  'on',
  'in',
  'please',
  'oh',
]);
const doubled: Rule = (context) => {
  const { word, next, paragraph } = context;
  if (
    next?.lower !== word.lower ||
    next.text !== next.lower ||
    mayRepeat.has(word.lower) ||
    !/^\p{L}/u.test(word.text) ||
    !isNextTo(paragraph, word, next)
  )
    return null;
  return finding(
    { rule: 'doubled-word', type: 'grammar', severity: 'medium' },
    context,
    word.start,
    next.end,
    paragraph.slice(word.start, word.end),
    'The same word twice.',
  );
};

const very: Rule = (context) => {
  const { word, isSpeech } = context;
  const next = word.lower === 'very' && !isSpeech(word.start) ? followerOf(context) : undefined;
  const better = next && withoutVery(next.lower);
  if (next === undefined || better === undefined) return null;
  const isDropped = better === next.lower;
  return finding(
    { rule: 'very', type: 'style', severity: 'low' },
    context,
    word.start,
    next.end,
    withCaseOf(word.text, better),
    isDropped ? 'Often stronger without “very”.' : 'One strong word says more than “very” and a weak one.',
  );
};

/** UTF-16 units between two occurrences that still sound like a repetition. */
const maxRepetitionDistance = 60;
const repeatedThat: Rule = (context) => {
  const { paragraph, word, words, at, isSpeech } = context;
  if (word.lower !== 'that' || isSpeech(word.start)) return null;
  const kind = { rule: 'repeated-that', type: 'style', severity: 'low' } as const;
  const before = words[at - 1];
  if (before?.lower === 'that')
    return isNextTo(paragraph, before, word)
      ? finding(kind, context, before.start, word.end, before.text, '“That” twice in a row.')
      : null;
  for (let index = at - 1; index >= 0 && word.start - (words[index]?.end ?? 0) <= maxRepetitionDistance; index -= 1) {
    const other = words[index] as Word;
    if (other.lower === 'that')
      return /[.!?…;:]/.test(paragraph.slice(other.end, word.start)) || words[index - 1]?.lower === 'that'
        ? null
        : finding(kind, context, word.start, word.end, '', '“That” came a few words ago; the sentence may do without.');
  }
  return null;
};

const fillers = new Set(['really', 'actually', 'basically', 'literally']);
const filler: Rule = (context) => {
  const { word, isSpeech } = context;
  if (!fillers.has(word.lower) || isSpeech(word.start)) return null;
  return finding(
    { rule: 'filler', type: 'style', severity: 'low' },
    context,
    word.start,
    word.end,
    '',
    'A filler: try the sentence without it.',
  );
};

/** Each rule checks one word in its context. */
export const wordRules: readonly Rule[] = [
  typo,
  spelling,
  article,
  couldOf,
  thenThan,
  doubled,
  very,
  repeatedThat,
  filler,
];
