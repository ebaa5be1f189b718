import { wordsOf } from '@inkbear/story-analysis/words';

/** Stop words: they say nothing about the topic of a text. */
const commonWords = new Set(
  (
    'a about after again all also an and any are as at back be because been before being but by can come could did do ' +
    'does down for from get go had has have he her here hers him his how i if in into is it its just like me more my ' +
    'no not now of off on one only or other our out over own said say says she so some somebody someone something than ' +
    'that the their them then there these they thing this those through to too up us very was way we well went were ' +
    'what when where which while who whom whose why will with would you your'
  ).split(' '),
);

/** A word without the common endings, so that “eye” and “eyes”, “travel” and “travelled” are the same. */
function stem(word: string): string {
  const plain = word.replace(/'s$/, '');
  if (plain.length > 6 && plain.endsWith('ing')) return undouble(plain.slice(0, -3));
  if (plain.length > 5 && plain.endsWith('ed')) return undouble(plain.slice(0, -2));
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss')) return plain.slice(0, -1);
  return plain;
}

/** “travell” is “travel”. */
const undouble = (text: string): string => (/([lmnprt])\1$/.test(text) ? text.slice(0, -1) : text);

/** The words of a text that say what it is about, as stems, with repetitions. */
export const contentWords = (text: string): string[] =>
  wordsOf(text)
    .map(({ text: word }) => stem(word))
    .filter((word) => word.length > 2 && !commonWords.has(word));
