/** Words that are capitalised in prose without being a name. */
const nonNames = new Set(
  `I I'm I'll I've I'd Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December
Chapter Part Act Scene Prologue Epilogue Introduction Conclusion God English French German Spanish Italian American British European Christmas Easter Internet AI Mr Mrs Ms Dr Sir Lady Lord King Queen Prince Princess Captain Professor Uncle Aunt Mum Dad Mother Father`.split(
    /\s+/,
  ),
);
/** Words at the start of a sentence that are not part of a following name. */
const sentenceStarters = new Set(
  'The A An And But Or Then When While Once After Before As If Later Meanwhile Now Soon Finally Only Even Until Because Although Though Since Here There That This These Those What Where Why How Who With Without For From By On In At To Young Old Little Poor Dear'.split(
    ' ',
  ),
);
/** A name that ends with one of these is a place or a thing. */
const placeWords = new Set(
  'Street Road Lane Avenue Square City Town Village House Hall Castle Tower Bridge River Lake Sea Ocean Island Bay Harbour Mountain Hill Forest Wood Woods Park School College University Church Kingdom Empire Hospital Station War'.split(
    ' ',
  ),
);
const placePrepositions = new Set(['in', 'at', 'near', 'across', 'through']);

const sentenceEnd = /[.!?:;•\n]["”’)]*\s+|\n/u;
const token = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const isCapitalised = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word) && !nonNames.has(word);
const withoutPossessive = (word: string): string => word.replace(/['’]s$/u, '');
const maxNames = 30;

interface NameCounts {
  count: number;
  midSentence: number;
  asPlace: number;
}

/**
 * Names that occur at least twice, at least once in the middle of a sentence, and never in lowercase; the most frequent
 * first.
 */
export function findNames(texts: readonly string[]): string[] {
  const found = new Map<string, NameCounts>();
  const lowercase = new Set<string>();
  for (const sentence of texts.flatMap((text) => text.split(sentenceEnd))) readSentence(sentence, found, lowercase);
  mergeShortForms(found);
  return [...found]
    .filter(
      ([name, { count, midSentence, asPlace }]) =>
        count >= 2 &&
        midSentence >= 1 &&
        asPlace < midSentence &&
        !lowercase.has(name.toLowerCase()) &&
        !placeWords.has(name.split(' ').at(-1) ?? ''),
    )
    .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
    .slice(0, maxNames)
    .map(([name]) => name);
}

interface Word {
  readonly word: string;
  readonly at: number;
  readonly end: number;
}

/**
 * Counts every run of up to three capitalised words separated by white space only, and collects the lowercase words.
 */
function readSentence(sentence: string, found: Map<string, NameCounts>, lowercase: Set<string>): void {
  const words = [...sentence.matchAll(token)].map((match) => ({
    word: withoutPossessive(match[0]),
    at: match.index,
    end: match.index + match[0].length,
  }));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]?.word ?? '';
    if (!isCapitalised(word) || (index === 0 && sentenceStarters.has(word))) {
      if (/^\p{Ll}/u.test(word)) lowercase.add(word.toLowerCase());
      continue;
    }
    const last = lastOfRun(sentence, words, index);
    const name = words.slice(index, last + 1).map((part) => part.word);
    countName(found, name.join(' '), words[index - 1]?.word);
    index = last;
  }
}

/** Index of the last word of the run of capitalised words that starts at `first`. */
function lastOfRun(sentence: string, words: readonly Word[], first: number): number {
  let last = first;
  while (
    last - first < 2 &&
    isCapitalised(words[last + 1]?.word ?? '') &&
    /^\s+$/u.test(sentence.slice(words[last]?.end, words[last + 1]?.at))
  )
    last += 1;
  return last;
}

/** Counts one occurrence; `previous` is the word before it, undefined at the start of a sentence. */
function countName(found: Map<string, NameCounts>, name: string, previous: string | undefined): void {
  const counts = found.get(name) ?? { count: 0, midSentence: 0, asPlace: 0 };
  counts.count += 1;
  if (previous !== undefined) counts.midSentence += 1;
  if (previous !== undefined && placePrepositions.has(previous)) counts.asPlace += 1;
  found.set(name, counts);
}

/** Merges "Ida" into "Ida Marsh": the full name gets the counts of its first and last word. */
function mergeShortForms(found: Map<string, NameCounts>): void {
  for (const [name, entry] of [...found]) {
    const parts = name.split(' ');
    if (parts.length < 2) continue;
    for (const part of [parts[0] ?? '', parts.at(-1) ?? '']) {
      const short = found.get(part);
      if (!short) continue;
      entry.count += short.count;
      entry.midSentence += short.midSentence;
      entry.asPlace += short.asPlace;
      found.delete(part);
    }
  }
}
