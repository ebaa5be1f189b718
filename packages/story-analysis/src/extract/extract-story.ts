import { isEnglish } from '@inkbear/prose/language';
import { extractFacts, type AttributeRule, type FoundFact } from './extract-facts.ts';
import { extractNames, type FoundName, type KnownName, type Language } from './extract-names.ts';
import { NameTrie } from './name-trie.ts';
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

export interface AnalysedStory extends ExtractedStory {
  /** The sentences of each chapter with their parts of speech; of another language than English none. */
  readonly chapters: readonly (readonly TaggedSentence[])[];
}

const languageOf = (language: string): Language => ({
  isKnownWord: isEnglish(language) ? isEnglishWord : () => false,
  hasCapitalNouns: /^(?:de|lb)\b/i.test(language),
});

/**
 * The names of a story, and in English the facts that its sentences state. Takes time proportional to the text, and
 * never throws. Chapters are texts with the editor's marks; headings are not read.
 */
export function extractStory(chapters: readonly string[], options: StoryOptions): ExtractedStory {
  const { names, facts } = analyseStory(chapters, options);
  return { names, facts };
}

/** Like `extractStory`, also returns the sentences with their parts of speech. */
export function analyseStory(chapters: readonly string[], options: StoryOptions): AnalysedStory {
  const sentences = chapters.map(readSentences);
  const names = extractNames(sentences, languageOf(options.language));
  return { names, ...readFacts(sentences, names, options) };
}

/** What changed passages of a story add to what is known of it. */
export interface ChangedStory extends ExtractedStory {
  /** New ways to write a known name. */
  readonly aliases: readonly { readonly name: string; readonly alias: string }[];
}

/**
 * Like `extractStory`, for passages that were changed, to be read after saves. Names that are already known keep their
 * kind and name; the reply has only new ones. Positions of facts are those of the passage with the index `chapter`.
 * @param passages paragraphs, each with its neighbours
 */
export function extractChanged(
  passages: readonly string[],
  known: readonly KnownName[],
  options: StoryOptions,
): ChangedStory {
  const sentences = passages.map(readSentences);
  const { own, added, aliases } = splitNames(extractNames(sentences, languageOf(options.language), known), known);
  return { names: added, aliases, facts: readFacts(sentences, [...own, ...added], options).facts };
}

/** Splits names into known and new ones. What is written like two known names is neither. */
function splitNames(found: readonly FoundName[], known: readonly KnownName[]) {
  const ownerOf = new Map(known.flatMap((owner) => [owner.name, ...owner.aliases].map((text) => [text, owner])));
  const own = new Map<string, FoundName>(known.map((each) => [each.name, { ...each, mentions: 0, gender: null }]));
  const added: FoundName[] = [];
  const aliases: { name: string; alias: string }[] = [];
  for (const name of found) {
    const texts = [name.name, ...name.aliases];
    const owners = new Set(texts.flatMap((text) => ownerOf.get(text) ?? []));
    const [owner] = owners;
    if (!owner) added.push(name);
    if (!owner || owners.size > 1) continue;
    const written = texts.filter((text) => !ownerOf.has(text));
    own.set(owner.name, { ...name, name: owner.name, kind: owner.kind, aliases: [...owner.aliases, ...written] });
    aliases.push(...written.map((alias) => ({ name: owner.name, alias })));
  }
  return { own: [...own.values()], added, aliases };
}

function readFacts(
  sentences: readonly ReturnType<typeof readSentences>[],
  names: readonly FoundName[],
  options: StoryOptions,
): Pick<AnalysedStory, 'facts' | 'chapters'> {
  if (!isEnglish(options.language)) return { facts: [], chapters: sentences.map(() => []) };
  const trie = new NameTrie(names);
  const narrator =
    names.find(
      ({ name, aliases }) => options.narrator !== undefined && [name, ...aliases].includes(options.narrator),
    ) ?? null;
  const chapters = sentences.map((chapter) => tagSentences(chapter, trie));
  return { facts: extractFacts(chapters, options.attributes, narrator), chapters };
}
