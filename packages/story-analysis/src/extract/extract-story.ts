import { extractFacts, type AttributeRule, type FoundFact } from './extract-facts.ts';
import { extractNames, type FoundName, type Language } from './extract-names.ts';
import { NameTree } from './name-tree.ts';
import { readSentences } from './story-tokens.ts';
import { type TaggedSentence, tagSentences } from './tagged-words.ts';
import { isEnglishWord } from './tagger.ts';

export interface StoryOptions {
  /** A language tag such as “en” or “en-GB”. Only English gives facts. */
  readonly language: string;
  /** The attributes that facts may have. */
  readonly attributes: readonly AttributeRule[];
  /** The name of the one who says “I” outside direct speech. Without it, the text itself must say it. */
  readonly narrator?: string;
}

export interface ExtractedStory {
  /** By number of mentions. */
  readonly names: FoundName[];
  /** In reading order. */
  readonly facts: FoundFact[];
}

export interface ReadStory extends ExtractedStory {
  /** The sentences of each chapter with their parts of speech; of another language than English none. */
  readonly chapters: readonly (readonly TaggedSentence[])[];
}

const isEnglish = (language: string): boolean => /^en\b/i.test(language);

const languageOf = (language: string): Language => ({
  isKnownWord: isEnglish(language) ? isEnglishWord : () => false,
  hasCapitalNouns: /^(?:de|lb)\b/i.test(language),
});

/**
 * The names of a story, and in English the facts that its sentences state. Takes time proportional to the text and never
 * throws. Chapters are texts with the editor's marks; headings are not read.
 */
export function extractStory(chapters: readonly string[], options: StoryOptions): ExtractedStory {
  const { names, facts } = readStory(chapters, options);
  return { names, facts };
}

/** The same, with the sentences. */
export function readStory(chapters: readonly string[], options: StoryOptions): ReadStory {
  const sentences = chapters.map(readSentences);
  const names = extractNames(sentences, languageOf(options.language));
  return { names, ...readFacts(sentences, names, options) };
}

/**
 * The same for a changed paragraph, to be read after each save. Names that are already known keep their kind, gender and
 * aliases; the reply has only new ones.
 * @param passage the paragraph with its neighbours; positions of facts are those of the passage, in chapter 0
 */
export function extractPassage(passage: string, known: readonly FoundName[], options: StoryOptions): ExtractedStory {
  const sentences = [readSentences(passage)];
  const written = new Set(known.flatMap(({ name, aliases }) => [name, ...aliases]));
  const found = extractNames(sentences, languageOf(options.language));
  const names = found.filter(({ name, aliases }) => ![name, ...aliases].some((text) => written.has(text)));
  return { names, facts: readFacts(sentences, [...known, ...names], options).facts };
}

function readFacts(
  sentences: readonly ReturnType<typeof readSentences>[],
  names: readonly FoundName[],
  options: StoryOptions,
): Pick<ReadStory, 'facts' | 'chapters'> {
  if (!isEnglish(options.language)) return { facts: [], chapters: sentences.map(() => []) };
  const tree = new NameTree(names);
  const narrator =
    names.find(
      ({ name, aliases }) => options.narrator !== undefined && [name, ...aliases].includes(options.narrator),
    ) ?? null;
  const chapters = sentences.map((chapter) => tagSentences(chapter, tree));
  return { facts: extractFacts(chapters, options.attributes, narrator), chapters };
}
