/** Capitalised in prose without being anyone's name. */
const noNames = new Set(
  `I I'm I'll I've I'd Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December
Chapter Part Act Scene Prologue Epilogue Introduction Conclusion God English French German Spanish Italian American British European Christmas Easter Internet AI Mr Mrs Ms Dr Sir Lady Lord King Queen Prince Princess Captain Professor Uncle Aunt Mum Dad Mother Father`.split(
    /\s+/,
  ),
);
/** Words that begin a sentence and stand before a name. */
const openers = new Set(
  'The A An And But Or Then When While Once After Before As If Later Meanwhile Now Soon Finally Only Even Until Because Although Though Since Here There That This These Those What Where Why How Who With Without For From By On In At To Young Old Little Poor Dear'.split(
    ' ',
  ),
);
/** Last words of places and things. */
const places = new Set(
  'Street Road Lane Avenue Square City Town Village House Hall Castle Tower Bridge River Lake Sea Ocean Island Bay Harbour Mountain Hill Forest Wood Woods Park School College University Church Kingdom Empire Hospital Station War'.split(
    ' ',
  ),
);
const placeBefore = new Set(['in', 'at', 'near', 'across', 'through']);

const sentenceEnd = /[.!?:;•\n]["”’)]*\s+|\n/u;
const token = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word) && !noNames.has(word);
const withoutPossessive = (word: string): string => word.replace(/['’]s$/u, '');
const mostNames = 30;

interface Found {
  count: number;
  mid: number;
  asPlace: number;
}

/** Names that occur at least twice, once of it inside a sentence, and that are nowhere written small; the most frequent first. */
export function findNames(texts: readonly string[]): string[] {
  const found = new Map<string, Found>();
  const small = new Set<string>();
  for (const sentence of texts.flatMap((text) => text.split(sentenceEnd))) readSentence(sentence, found, small);
  joinShortForms(found);
  return [...found]
    .filter(
      ([name, { count, mid, asPlace }]) =>
        count >= 2 &&
        mid >= 1 &&
        asPlace < mid &&
        !small.has(name.toLowerCase()) &&
        !places.has(name.split(' ').at(-1) ?? ''),
    )
    .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
    .slice(0, mostNames)
    .map(([name]) => name);
}

/** Counts runs of up to three capitalised words that only spaces part. */
function readSentence(sentence: string, found: Map<string, Found>, small: Set<string>): void {
  const words = [...sentence.matchAll(token)].map((match) => ({
    word: withoutPossessive(match[0]),
    at: match.index,
    end: match.index + match[0].length,
  }));
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at];
    if (!first) continue;
    if (!isCapital(first.word) || (at === 0 && openers.has(first.word))) {
      if (/^\p{Ll}/u.test(first.word)) small.add(first.word.toLowerCase());
      continue;
    }
    let last = at;
    while (
      last - at < 2 &&
      isCapital(words[last + 1]?.word ?? '') &&
      /^\s+$/u.test(sentence.slice(words[last]?.end, words[last + 1]?.at))
    )
      last += 1;
    const name = words
      .slice(at, last + 1)
      .map(({ word }) => word)
      .join(' ');
    const entry = found.get(name) ?? { count: 0, mid: 0, asPlace: 0 };
    const isMid = at > 0;
    const isPlace = isMid && placeBefore.has(words[at - 1]?.word ?? '');
    found.set(name, {
      count: entry.count + 1,
      mid: entry.mid + (isMid ? 1 : 0),
      asPlace: entry.asPlace + (isPlace ? 1 : 0),
    });
    at = last;
  }
}

/** "Ida" and "Ida Marsh" are one: the fuller name takes the counts of its first and last word. */
function joinShortForms(found: Map<string, Found>): void {
  for (const [name, entry] of [...found]) {
    const parts = name.split(' ');
    if (parts.length < 2) continue;
    for (const part of [parts[0] ?? '', parts.at(-1) ?? '']) {
      const short = found.get(part);
      if (!short) continue;
      entry.count += short.count;
      entry.mid += short.mid;
      entry.asPlace += short.asPlace;
      found.delete(part);
    }
  }
}
