import winkNlp, { type ItsFunction } from 'wink-nlp';
import model from 'wink-eng-lite-web-model';
import { maxTokenLength } from './story-tokens.ts';

/** Universal parts of speech. */
export type PartOfSpeech =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X'
  | 'SPACE';

export interface Tag {
  readonly pos: PartOfSpeech;
  readonly lemma: string;
}

const nlp = winkNlp(model, ['sbd', 'pos']);
/** Its declared type does not fit the one of its own package. */
const lemmaOf = nlp.its.lemma as unknown as ItsFunction<string>;
const lexicon = nlp.readDoc('');

/** Whether a word in lower case is an English one. */
export const isEnglishWord = (lower: string): boolean => lexicon.isLexeme(lower) !== null;

/**
 * The part of speech and the dictionary form of each word. Words over 64 units are read as “x”, because the tagger takes
 * quadratic time for them. Of a word that the tagger splits, the last part counts.
 */
export function tagWords(words: readonly string[]): Tag[] {
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const word of words) {
    const part = word.length > maxTokenLength || word === '' ? 'x' : word;
    starts.push(length);
    parts.push(part);
    length += part.length + 1;
  }
  const tokens = nlp.readDoc(parts.join(' ')).tokens();
  const values = tokens.out<string>(nlp.its.value);
  const spaces = tokens.out<string>(nlp.its.precedingSpaces);
  const kinds = tokens.out<PartOfSpeech>(nlp.its.pos) as PartOfSpeech[];
  const lemmas = tokens.out<string>(lemmaOf);
  const tags: Tag[] = words.map((word) => ({ pos: 'X', lemma: word }));
  let [at, position] = [0, 0];
  for (const [index, value] of values.entries()) {
    position += spaces[index]?.length ?? 0;
    while (at + 1 < starts.length && position >= (starts[at + 1] ?? Infinity)) at += 1;
    if (at < tags.length) tags[at] = { pos: kinds[index] ?? 'X', lemma: lemmas[index] ?? value };
    position += value.length;
  }
  return tags;
}
