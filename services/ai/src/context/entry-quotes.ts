import { type ParsedChapter, type ParsedSentence, frequencyIn } from './parsed-chapter.ts';
import { type EntryNameIndex, findNamedIds } from './entry-name-index.ts';

/** Stems of words in sentences that describe somebody or something rather than tell an event. */
const stateWords = new Set(
  (
    'age agreed allergic always animal belong birth black blind blue born bought brother brown built call call carv century ' +
    'chief child colour cost daughter dead describe died engrav eye fair family father fear feet find first foot gave ' +
    'gold great green grey ground hair half hand head height heir home hour house husband inherit journey know known ' +
    'language last lead learn left letter lie lip liv live made mark married master mother named never old own owner ' +
    'paid pair parent people play played property red ride right road room run scar school sea ship sign silver sister ' +
    'sit son speak spoke stand stone stood street tall taught teeth thumb time told town trade twin voice wage walk wife ' +
    'wood wore work year years yellow young'
  ).split(' '),
);

interface Quoted {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly chapter: number;
}

/** The indexes of the sentences of a chapter that name each entry. */
type Mentions = ReadonlyMap<string, readonly number[]>;

const mentionCache = new WeakMap<ParsedChapter, { readonly names: string; readonly mentions: Mentions }>();

/** Finds the sentences that name each entry, or returns the cached result for the same names. */
function mentionsIn(chapter: ParsedChapter, { index, names }: EntryNameIndex): Mentions {
  const found = mentionCache.get(chapter);
  if (found?.names === names) return found.mentions;
  const mentions = new Map<string, number[]>();
  for (const [sentenceIndex, { text }] of chapter.sentences.entries())
    for (const id of findNamedIds(index, text)) {
      const sentences = mentions.get(id);
      if (sentences) sentences.push(sentenceIndex);
      else mentions.set(id, [sentenceIndex]);
    }
  mentionCache.set(chapter, { names, mentions });
  return mentions;
}

/** Longer passages are not quoted. In UTF-16 units. */
const maxQuoteLength = 400;

/** The sentences of a story that name an entry. */
export class EntryQuotes {
  readonly #chapters;
  readonly #named;
  /** The inverse sentence frequency of each word of the plan: see `inverseFrequencies`. */
  readonly #idf;

  /** @param wanted the words of the plan */
  constructor(chapters: readonly ParsedChapter[], named: EntryNameIndex, wanted: ReadonlySet<string>) {
    this.#chapters = chapters;
    this.#named = named;
    this.#idf = inverseFrequencies(chapters, wanted);
  }

  /**
   * The sentences about an entry that the plan needs most: those that share rare words with it, then those that say how
   * the entry is, then the latest. Without repetitions.
   */
  best(id: string): string[] {
    const quoted = this.#chapters.flatMap((parsed, chapter): Quoted[] =>
      (mentionsIn(parsed, this.#named).get(id) ?? [])
        .map((place) => ({ ...passageAt(parsed.sentences, place), chapter }))
        .filter(({ text }) => text.length <= maxQuoteLength),
    );
    const scores = new Map(quoted.map((one) => [one, score(one, this.#idf)]));
    const ordered = quoted.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || b.chapter - a.chapter);
    return [...new Set(ordered.map(({ text }) => text))];
  }
}

/** Matches a sentence that begins with a pronoun and so continues the one before it: “Her eyes were grey.” */
const beginsWithPronoun = /^(?:[“"‘'])?(?:he|she|it|they|his|her|its|their)\b/i;

/** A sentence, with the next one of its paragraph if that continues it. */
function passageAt(sentences: readonly ParsedSentence[], place: number): Omit<Quoted, 'chapter'> {
  const [sentence, next] = [sentences[place], sentences[place + 1]];
  if (!sentence) throw new Error(`There is no sentence ${place}.`);
  if (next?.paragraph !== sentence.paragraph || !beginsWithPronoun.test(next.text)) return sentence;
  return { text: `${sentence.text} ${next.text}`, words: new Set([...sentence.words, ...next.words]) };
}

/** The inverse sentence frequency (IDF) of each word in a story: the fewer sentences have it, the higher. */
function inverseFrequencies(
  chapters: readonly ParsedChapter[],
  words: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const all = chapters.reduce((sum, { sentences }) => sum + sentences.length, 0);
  return new Map(Array.from(words, (word) => [word, Math.log(1 + all / Math.max(1, frequencyIn(chapters, word)))]));
}

const maxStateWords = 3;

function score({ words }: Quoted, idf: ReadonlyMap<string, number>): number {
  let [shared, states] = [0, 0];
  for (const word of words) {
    shared += idf.get(word) ?? 0;
    if (stateWords.has(word)) states += 1;
  }
  return shared + Math.min(states, maxStateWords);
}
