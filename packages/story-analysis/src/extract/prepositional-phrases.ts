import type { Phrase } from './phrase-types.ts';
import type { PrepositionalPhrase } from './statement-types.ts';

/** Maximum number of prepositions that are read after a noun phrase. */
const maxPrepositionalPhrases = 4;

/** The prepositions that directly follow a phrase, with their noun phrases. */
export function prepositionalPhrasesAfter(phrases: readonly Phrase[], at: number): PrepositionalPhrase[] {
  const attached: PrepositionalPhrase[] = [];
  for (let index = at + 1; attached.length < maxPrepositionalPhrases; index += 2) {
    const [preposition, noun] = [phrases[index], phrases[index + 1]];
    if (preposition?.kind !== 'preposition' || noun?.kind !== 'noun') break;
    attached.push({ preposition: preposition.lower, noun });
  }
  return attached;
}
