import type { ChapterReading } from '@inkbear/contracts/bible/internal';
import type { FindFactsTask } from '../generations/task.ts';
import { type KnownForms, matchProviderResults, type RawProviderResults } from './match-provider-results.ts';
import type { ReadingWindow } from './windows.ts';

/** A name in the story bible. */
export interface KnownName extends KnownForms {
  readonly kind: string;
}

interface DividedChapter {
  readonly text: string;
  readonly windows: readonly ReadingWindow[];
  /** The names in the story bible; `ReadingWindow.named` has their indexes. */
  readonly known: readonly KnownName[];
}

/**
 * Asks for the names and facts of each window of a chapter, one after the other, and keeps what the text supports. What
 * was named in a window is known in the next ones.
 */
export async function readWindows(
  { text, windows, known }: DividedChapter,
  ask: (task: FindFactsTask) => Promise<RawProviderResults>,
): Promise<Pick<ChapterReading, 'names' | 'facts'>> {
  const names = new Map<string, ChapterReading['names'][number]>();
  const facts: ChapterReading['facts'][number][] = [];
  for (const { paragraphs: window, named } of windows) {
    const forms = [...known.filter((_name, index) => named.includes(index)), ...names.values()];
    const results = await ask({
      kind: 'find-facts',
      paragraphs: window.map(({ number, text: line }) => ({ number, text: line })),
      names: forms.map(describeName),
    });
    const found = matchProviderResults(results, window, { text, known: forms });
    for (const name of found.names) if (!names.has(name.name)) names.set(name.name, name);
    facts.push(...found.facts);
  }
  return { names: [...names.values()], facts };
}

const describeName = ({ name, aliases, kind }: KnownName): string =>
  aliases.length === 0 ? `${name}: ${kind}` : `${name} (${aliases.join(', ')}): ${kind}`;
