import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import { attributeName, kindNames, relationName } from '@inkbear/contracts/bible/names';

/** How much of an entry a prompt has. */
export type EntryLevel = 'full' | 'short' | 'name';

/** The number of facts of a short entry. */
const shortFacts = 5;

/** The text of an entry in a prompt: its name, summary, facts and relations, then quotes, one on each line. */
export function entryText(entry: ContextEntry, level: EntryLevel, quotes: readonly string[] = []): string {
  const { name, aliases, kind, summary, facts, relations } = entry;
  const also = aliases.length > 0 && level !== 'name' ? `, also ${aliases.join(', ')}` : '';
  const title = `${name} (${kindNames[kind].toLowerCase()}${also})`;
  if (level === 'name') return title;
  const shown = level === 'full' ? facts : facts.slice(0, shortFacts);
  return [
    title,
    level === 'full' ? summary.trim() : (summary.split('\n')[0] ?? '').trim(),
    ...shown.map((fact) => `${name}: ${attributeName(fact.attribute)}: ${fact.value}${knownBy(fact)}`),
    ...(level === 'full'
      ? relations.map(({ type, otherName, isReverse }) =>
          isReverse ? `${otherName}: ${relationName(type)}: ${name}` : `${name}: ${relationName(type)}: ${otherName}`,
        )
      : []),
    ...quotes.map((quote) => `“${quote}”`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const knownBy = ({ knownBy: names }: ContextEntry['facts'][number]): string =>
  names === null ? '' : ` (known only to ${names.length === 0 ? 'nobody' : names.join(', ')})`;
