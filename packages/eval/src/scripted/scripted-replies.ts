import type { GeneratedBook, Modality, TruthFact } from '../books/book.ts';

/**
 * - `good`: facts of the chapter with their quotes
 * - `invented-quotes`: true facts with quotes that are not in the chapter, and facts that are in no chapter
 * - `wrong-names`: facts of entries and paragraphs that do not exist
 * - `cut-json`: a good reply that ends in the middle
 * - `refusal`: no JSON at all
 */
export const scriptedKinds = ['good', 'invented-quotes', 'wrong-names', 'cut-json', 'refusal'] as const;
export type ScriptedKind = (typeof scriptedKinds)[number];

export interface ScriptedFact {
  /** The name of a known entry. */
  readonly entry: string;
  readonly attribute: string;
  readonly value: string;
  readonly quote: string;
  /** The number of the paragraph in the chapter, from 1. */
  readonly paragraph: number;
  readonly modality: Modality;
}

export interface ScriptedReply {
  readonly kind: ScriptedKind;
  readonly text: string;
  /** Those of its facts that are true and have a quote of the chapter; all others must be dropped. */
  readonly trueFacts: readonly ScriptedFact[];
}

const refusal = 'I’m sorry, but I can’t help with extracting details from this text.';
/** At which share of its length a reply breaks off. */
const cutAt = 0.6;

const paragraphOf = (text: string, at: number): number => text.slice(0, at).split('\n\n').length;

/** What a provider replies to the question for the facts of a chapter, in one of five ways. */
export function createScriptedReply(book: GeneratedBook, chapter: number, kind: ScriptedKind): ScriptedReply {
  const { text = '' } = book.chapters[chapter] ?? {};
  const names = new Map(book.entries.map(({ id, name }) => [id, name]));
  const facts = book.facts.flatMap((fact) => toScripted(fact, names.get(fact.entryId) ?? '', { chapter, text }));
  const whole = (changed: readonly ScriptedFact[]): string =>
    JSON.stringify({ entries: [], facts: changed, relations: [] });
  switch (kind) {
    case 'good':
      return { kind, text: whole(facts), trueFacts: facts };
    case 'invented-quotes':
      return { kind, text: whole(facts.map(invent)), trueFacts: [] };
    case 'wrong-names':
      return { kind, text: whole(facts.map(misplace)), trueFacts: [] };
    case 'cut-json': {
      const good = whole(facts);
      return { kind, text: good.slice(0, Math.floor(good.length * cutAt)), trueFacts: [] };
    }
    case 'refusal':
      return { kind, text: refusal, trueFacts: [] };
  }
}

function toScripted(
  { attribute, value, modality, place }: TruthFact,
  entry: string,
  { chapter, text }: { readonly chapter: number; readonly text: string },
): ScriptedFact[] {
  if (place?.chapter !== chapter) return [];
  const quote = text.slice(place.from, place.to);
  return [{ entry, attribute, value, quote, paragraph: paragraphOf(text, place.from), modality }];
}

/** Every other fact is wrong itself; the rest is right, but nobody wrote the quote. */
const invent = (fact: ScriptedFact, at: number): ScriptedFact => ({
  ...fact,
  value: at % 2 === 0 ? `not ${fact.value}` : fact.value,
  quote: `It is well known that ${fact.quote.charAt(0).toLowerCase()}${fact.quote.slice(1)}`,
});

/** Names an unknown entry and a paragraph that is 1000 too high. */
const misplace = (fact: ScriptedFact): ScriptedFact => ({
  ...fact,
  entry: `Unknown ${fact.entry}`,
  paragraph: fact.paragraph + 1000,
});
