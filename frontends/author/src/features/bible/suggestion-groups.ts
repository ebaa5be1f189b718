import type { BibleSuggestion } from '@inkbear/contracts/bible/suggestion';
import { attributeName, kindNames, relationName } from '@inkbear/contracts/bible/names';

/** The suggestions about one entry. */
export interface SuggestionGroup {
  readonly entryId: string;
  readonly name: string;
  readonly kind: string;
  /** The entry itself first, if it is proposed, then its facts and relations. */
  readonly suggestions: readonly BibleSuggestion[];
}

const ownerOf = (suggestion: BibleSuggestion) => (suggestion.type === 'entry' ? suggestion.entry : suggestion.of);

/** Groups suggestions by entry, in the order of the names. */
export function groupSuggestions(suggestions: readonly BibleSuggestion[]): SuggestionGroup[] {
  const groups = Map.groupBy(suggestions, (suggestion) => ownerOf(suggestion).id);
  return [...groups]
    .flatMap(([entryId, list]) => {
      const [first] = list;
      if (!first) return [];
      const { name, kind } = ownerOf(first);
      return { entryId, name, kind: kindNames[kind], suggestions: list };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

export const idOf = (suggestion: BibleSuggestion): string => rowOf(suggestion).id;

const rowOf = (suggestion: BibleSuggestion) => {
  if (suggestion.type === 'entry') return suggestion.entry;
  return suggestion.type === 'fact' ? suggestion.fact : suggestion.relation;
};

/** What is proposed, in words: “Eyes: grey”. */
export function describeSuggestion(suggestion: BibleSuggestion): string {
  switch (suggestion.type) {
    case 'entry': {
      const { aliases } = suggestion.entry;
      return aliases.length === 0 ? 'New entry' : `New entry, also called ${aliases.join(', ')}`;
    }
    case 'fact':
      return `${attributeName(suggestion.fact.attribute)}: ${suggestion.fact.value}`;
    case 'relation':
      return `${suggestion.of.name} – ${relationName(suggestion.relation.type)} – ${suggestion.to.name}`;
  }
}
