import type { Manuscript } from '@inkbear/press/manuscript';

/** Words in the order of their frequency. Endings below multiply them to a vocabulary of a few thousand words. */
const COMMON =
  'the and to of a in was he her that she his it had with as at for on they him you not but be were from said there would out all one up could what them then into been so when like down about who back over no if more this now an or their by only have your did me time two see just know eyes how before still even hand where after here some through too around again never head because any very which than another first face our other while away something looked door turned made long way day thought asked came went night room little went house us man might well right told water old old light left against once against voice woman last took want again nothing great found own under felt always once mind stood under name three against find place white knew work began father mother';
const STEMS =
  'river winter garden window silver lantern harbour mountain morning evening shadow letter captain kitchen village market bridge forest whisper thunder journey promise stranger daughter brother teacher singer writer mirror candle corner paper summer autumn blanket feather copper timber anchor pepper ginger velvet ribbon button pocket bottle basket hammer ladder saddle wander gather linger murmur tremble crumble stumble measure treasure gesture picture capture venture culture nature future pasture consider remember discover deliver surrender encounter continue imagine examine determine develop establish accomplish distinguish demolish polish finish punish vanish banish cherish flourish nourish astonish accompany multiply simplify satisfy terrify horrify identify clarify magnify justify signify attract extract contract distract reflect collect connect protect inspect respect suspect expect select direct correct elect invent prevent present consent content intent extent event moment comment segment fragment argument instrument document monument ornament government department apartment environment movement statement treatment agreement arrangement judgement';
const ENDINGS = [
  '',
  '',
  '',
  's',
  'ed',
  'ing',
  'er',
  'ers',
  'less',
  'ly',
  'ness',
  'able',
  'ment',
  'ful',
  'fully',
  'ation',
];

export interface NovelSize {
  readonly seed: number;
  readonly words: number;
  readonly chapters: number;
}

/** A generator of numbers from 0 to 1 (xorshift); the same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

function createVocabulary(random: () => number): () => string {
  const common = COMMON.split(' ');
  const stems = STEMS.split(' ');
  const rare = stems.flatMap((stem) => ENDINGS.map((ending) => `${stem}${ending}`));
  // Common words follow Zipf's law; two words in five are from the long tail.
  return () => {
    if (random() < 0.6) return common[Math.floor(common.length ** random()) - 1] ?? 'the';
    return rare[Math.floor(random() ** 2 * rare.length)] ?? 'river';
  };
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function createSentences(random: () => number): () => string[] {
  const nextWord = createVocabulary(random);
  return () => {
    const count = 5 + Math.floor(random() * 18);
    const words = Array.from({ length: count }, (_, index) => {
      const word = nextWord();
      if (random() < 0.012) return `*${word}*`;
      return index > 1 && index < count - 2 && random() < 0.08 ? `${word},` : word;
    });
    words[0] = capitalise(words[0] ?? '');
    const isSpeech = random() < 0.25;
    if (isSpeech) words[0] = `“${words[0]}`;
    words[count - 1] = `${words[count - 1] ?? ''}${isSpeech ? '.”' : random() < 0.06 ? '?' : '.'}`;
    return words;
  };
}

/** A novel of random English words: the same size gives the same text. Chapters have a scene break in the middle. */
export function writeNovel({ seed, words, chapters }: NovelSize): Manuscript {
  const random = createRandom(seed);
  const nextSentence = createSentences(random);
  const perChapter = words / chapters;
  const writeChapter = (): string => {
    const paragraphs: string[] = [];
    let written = 0;
    let hasBreak = false;
    while (written < perChapter) {
      const sentences = Array.from({ length: 1 + Math.floor(random() * 6) }, nextSentence);
      paragraphs.push(sentences.flat().join(' '));
      written += sentences.flat().length;
      if (hasBreak || written < perChapter / 2) continue;
      paragraphs.push('***');
      hasBreak = true;
    }
    return paragraphs.join('\n\n');
  };
  return {
    title: 'The Copper Lantern',
    author: 'Ada Byron',
    language: 'en-GB',
    chapters: Array.from({ length: chapters }, (_, index) => ({
      number: index + 1,
      title: nextSentence()
        .slice(0, 3)
        .join(' ')
        .replaceAll(/[*“”.?,]/g, ''),
      text: writeChapter(),
    })),
  };
}
