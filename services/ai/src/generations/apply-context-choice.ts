import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import type { BookContext } from './task.ts';

/**
 * The choice that applies to a request. What the author has excluded for the book stays excluded, whatever the request
 * says; only its pins replace the stored ones.
 */
export const combineChoices = (stored: ContextChoice, requested: ContextChoice | undefined): ContextChoice =>
  requested ? { exclude: [...new Set([...stored.exclude, ...requested.exclude])], pin: requested.pin } : stored;

/** UTF-16 units of all pinned chapters together. Pinned chapters beyond it are summarised like the others. */
const maxPinnedCharacters = 150_000;

/**
 * Applies the author's choice to a context: removes excluded parts, and marks pinned chapters to be sent in full and
 * pinned entries to be sent always. An excluded chapter keeps its place in the story, without its text. Models and the
 * offline provider both get only this context.
 */
export function applyContextChoice(
  context: BookContext,
  { exclude = [], pin = [] }: Partial<ContextChoice>,
): BookContext {
  const excluded = new Set(exclude);
  const pinned = new Set(pin);
  const { book, chapter } = context;
  const earlierChapters = context.earlierChapters.map((earlier) =>
    excluded.has(`chapter:${earlier.id}`)
      ? { ...earlier, content: '', ownSummaries: undefined, providerSummary: undefined }
      : earlier,
  );
  const fullTextChapterIds = new Set<string>();
  let pinnedCharacters = 0;
  for (const { id, content } of earlierChapters) {
    if (!pinned.has(`chapter:${id}`) || excluded.has(`chapter:${id}`)) continue;
    pinnedCharacters += content.length;
    if (pinnedCharacters > maxPinnedCharacters) break;
    fullTextChapterIds.add(id);
  }
  return {
    book: {
      ...book,
      synopsis: excluded.has('synopsis') ? '' : book.synopsis,
      outline: excluded.has('outline') ? '' : book.outline,
    },
    chapter: excluded.has('plan') ? { ...chapter, description: '', keyPoints: [], beats: [] } : chapter,
    earlierChapters,
    fullTextChapterIds,
    style: {
      ...(excluded.has('style') ? unknownStyle : context.style),
      voiceSamples: excluded.has('voice') ? [] : context.style.voiceSamples,
    },
    entries: context.entries
      .filter(({ id }) => !excluded.has(`entry:${id}`))
      .map((entry) => ({
        ...entry,
        relations: entry.relations.filter(({ otherId }) => !excluded.has(`entry:${otherId}`)),
      })),
    pinnedEntries: new Set(context.entries.flatMap(({ id }) => (pinned.has(`entry:${id}`) ? [id] : []))),
    arePassagesExcluded: excluded.has('passages'),
    isPlanExcluded: excluded.has('plan'),
  };
}
