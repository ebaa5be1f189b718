import type { TruthEntry } from '../books/book.ts';
import type { FoundName } from '../candidates.ts';
import type { Score } from './score.ts';

const withoutArticle = (form: string): string => form.trim().replace(/^(?:the|an?)\s+/i, '');

/**
 * Scores names by their sets of aliases. A found name is correct when all its forms name one entry, at least one of
 * them only this entry, and no name before it was correct for the same entry. So an entry that is split in two counts
 * as found once and wrong once, and two entries in one count as wrong. Names that may be missed count in neither way.
 */
export function scoreNames(entries: readonly TruthEntry[], found: readonly FoundName[]): Score {
  const named = entries.filter(({ kind }) => kind !== 'thread');
  const matched = new Set<TruthEntry>();
  let [correct, counted] = [0, 0];
  for (const { name, aliases } of found) {
    const forms = [...new Set([name, ...aliases].map(withoutArticle))];
    const entry = named.find(({ forms: own }) => forms.some((form) => own.includes(form)));
    const allowed = new Set([...(entry?.forms ?? []), ...(entry?.sharedForms ?? [])]);
    const isRight = entry !== undefined && forms.every((form) => allowed.has(form)) && !matched.has(entry);
    if (isRight) matched.add(entry);
    if (isRight && entry.isOptional) continue;
    counted += 1;
    if (isRight) correct += 1;
  }
  const expected = named.filter(({ isOptional }) => !isOptional);
  return {
    correct,
    found: counted,
    recalled: expected.filter((entry) => matched.has(entry)).length,
    expected: expected.length,
  };
}
