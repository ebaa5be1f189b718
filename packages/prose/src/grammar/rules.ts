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
/** Checks one word in its context. */
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
  const correction = typoOf(word.lower);
  return correction === undefined
    ? null
    : finding(
        { rule: 'typo', type: 'spelling', severity: 'high' },
        context,
        word.start,
        word.end,
        withCaseOf(word.text, correction),
        'A common typing mistake.',
      );
};

const spelling: Rule = (context) => {
  const { word, dialect } = context;
  const base = word.lower.replace(/'s$/, '');
  const variant = variantOf(base, dialect);
  if (variant === undefined) return null;
  const [chosen, other] = dialect === 'uk' ? ['British', 'American'] : ['American', 'British'];
  return finding(
    { rule: 'variant', type: 'spelling', severity: 'low' },
    context,
    word.start,
    word.start + base.length,
    withCaseOf(word.text.slice(0, base.length), variant),
    `This is ${other} spelling; the book uses ${chosen} spelling.`,
  );
};

/** Words that follow `a` only if it means the letter: "a is the first letter". */
const followLetterName = /^(?:is|and|are|or|in|on|at|as|if|it|of|was|isn't|also|to|above|a|an)$/;
const article: Rule = (context) => {
  const { paragraph, word, words, at } = context;
  if (word.lower !== 'a' && word.lower !== 'an') return null;
  const [before, next] = [words[at - 1], followerOf(context)];
  if (next === undefined || followLetterName.test(next.lower)) return null;
  // In “Plan A attracts”, the capital in the middle of the sentence is a letter and not an article.
  if (word.text === 'A' && before !== undefined && isNextTo(paragraph, before, word)) return null;
  const correct = articleBefore(next.text);
  if (correct === null || correct === word.lower) return null;
  return finding(
    { rule: 'article', type: 'grammar', severity: 'medium' },
    context,
    word.start,
    word.end,
    word.text.startsWith('A') ? (correct === 'a' ? 'A' : 'An') : correct,
    `“${next.text}” begins with the sound of a ${correct === 'an' ? 'vowel' : 'consonant'}.`,
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
    '“Of” sounds like “have” here, but “have” is meant.',
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
    'The same word twice in a row.',
  );
};

const very: Rule = (context) => {
  const { word, isSpeech } = context;
  const next = word.lower === 'very' && !isSpeech(word.start) ? followerOf(context) : undefined;
  const replacement = next && withoutVery(next.lower);
  if (next === undefined || replacement === undefined) return null;
  const onlyDropsVery = replacement === next.lower;
  return finding(
    { rule: 'very', type: 'style', severity: 'low' },
    context,
    word.start,
    next.end,
    withCaseOf(word.text, replacement),
    onlyDropsVery ? 'Often stronger without “very”.' : 'One strong word says more than “very” and a weak one.',
  );
};

/** Maximum distance of two occurrences that sound like a repetition, in UTF-16 units. */
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
        : finding(
            kind,
            context,
            word.start,
            word.end,
            '',
            'You used “that” a few words ago. The sentence may not need this one.',
          );
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

/** All rules. Of overlapping findings, the more severe one is reported. */
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
