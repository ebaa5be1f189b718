import type { TruthEntry, TruthFact } from '../books/book.ts';
import type { FoundFact } from '../candidates.ts';
import { isEntryValue, isFreeText, isSameText, comparableValue } from './comparable-value.ts';
import type { Score } from './score.ts';

/** Attributes for which the truth is incomplete: where people are in a scene, and anything else. */
const unscored = new Set(['location', 'other', 'friend', 'member', 'statement', 'progress', 'habit', 'education']);

interface Comparable {
  readonly entryId: string;
  readonly attribute: string;
  readonly value: string;
  readonly isSpoken: boolean;
}

/** Finds the entry of a form; a form of several entries names none. */
function readerOf(entries: readonly TruthEntry[]): (form: string) => string {
  const ids = new Map<string, string>();
  for (const { id, forms } of entries) for (const form of forms) ids.set(form.toLowerCase(), id);
  return (form) => {
    const key = form.trim().toLowerCase();
    return ids.get(key) ?? ids.get(key.replace(/^(?:the|an?)\s+/, '')) ?? `unknown ${key}`;
  };
}

/** Facts of one entry and attribute may be the same. */
const keyOf = ({ entryId, attribute }: Comparable): string => JSON.stringify([entryId, attribute]);

const hasSameValue = (a: Comparable, b: Comparable): boolean =>
  isFreeText(a.attribute) ? isSameText(a.value, b.value) : a.value === b.value;

/**
 * Scores facts by entry, attribute and normalised value; a fact that is found twice counts once. What is only said by a
 * character is wrong when it is found as narrated. Facts that may be missed count in neither way.
 */
export function scoreFacts(
  { entries, facts }: { readonly entries: readonly TruthEntry[]; readonly facts: readonly TruthFact[] },
  found: readonly FoundFact[],
): Score {
  const idOf = readerOf(entries);
  const byName = new Map(entries.map(({ id, name }) => [name, id]));
  const valueOf = (attribute: string, value: string): string =>
    isEntryValue(attribute) ? (byName.get(value) ?? idOf(value)) : comparableValue(attribute, value);
  const truth = distinct(
    facts.map((fact) => ({
      entryId: fact.entryId,
      attribute: fact.attribute,
      value: valueOf(fact.attribute, fact.value),
      isSpoken: fact.modality !== 'narrated',
      isRequired: fact.isRequired,
    })),
    (one, other) => ({
      ...one,
      isSpoken: one.isSpoken && other.isSpoken,
      isRequired: one.isRequired || other.isRequired,
    }),
  );
  const claims = distinct(
    found
      .filter(({ attribute }) => !unscored.has(attribute))
      .map(({ entry, attribute, value, modality }) => ({
        entryId: idOf(entry),
        attribute,
        value: valueOf(attribute, value),
        isSpoken: modality !== 'narrated',
      })),
    (one, other) => ({ ...one, isSpoken: one.isSpoken && other.isSpoken }),
  );
  const truthOf = Map.groupBy(truth, keyOf);
  const recalled = new Set<Comparable>();
  let [correct, counted] = [0, 0];
  for (const claim of claims) {
    const fact = truthOf.get(keyOf(claim))?.find((known) => hasSameValue(known, claim));
    const isRight = fact !== undefined && (claim.isSpoken || !fact.isSpoken);
    if (isRight && !fact.isRequired) continue;
    counted += 1;
    if (!isRight) continue;
    correct += 1;
    recalled.add(fact);
  }
  return {
    correct,
    found: counted,
    recalled: recalled.size,
    expected: truth.filter(({ isRequired }) => isRequired).length,
  };
}

function distinct<T extends Comparable>(items: readonly T[], merge: (one: T, other: T) => T): T[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap((group) => {
    const merged: T[] = [];
    for (const item of group) {
      const at = merged.findIndex((other) => hasSameValue(other, item));
      const other = merged[at];
      if (other) merged[at] = merge(other, item);
      else merged.push(item);
    }
    return merged;
  });
}
