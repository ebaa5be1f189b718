import type { Phrase } from './phrase-types.ts';
import type { Attached } from './statement-types.ts';

/** The most prepositions that are read after a noun phrase. */
const maxAttached = 4;

/** The prepositions that directly follow a phrase, with their noun phrases. */
export function attachedAfter(phrases: readonly Phrase[], at: number): Attached[] {
  const attached: Attached[] = [];
  for (let index = at + 1; attached.length < maxAttached; index += 2) {
    const [preposition, noun] = [phrases[index], phrases[index + 1]];
    if (preposition?.kind !== 'preposition' || noun?.kind !== 'noun') break;
    attached.push({ preposition: preposition.lower, noun });
  }
  return attached;
}
