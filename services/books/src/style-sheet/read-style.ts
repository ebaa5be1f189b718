import {
  type BookStyle,
  type DetectedStyle,
  effectiveStyle,
  styleDefaults,
  type StyleSheet,
} from '@inkbear/contracts/books/style-sheet';
import { isEnglish } from '@inkbear/prose/language';
import { detectConventions } from '@inkbear/story-analysis/conventions/detect-conventions';
import type { BibleRepository, EntryNames } from '../bible/bible.repository.ts';
import { nameKeyOf } from '../bible/bible.ts';
import type { BookRow } from '../books/book.ts';
import type { ExtractionRepository } from '../extraction/extraction.repository.ts';
import { presentSavedStyle } from './style-sheet.presenter.ts';
import type { StyleSheetRepository } from './style-sheet.repository.ts';

export interface StyleDeps {
  readonly styleSheets: StyleSheetRepository;
  readonly extractions: ExtractionRepository;
  readonly bible: BibleRepository;
}

interface StyledBook {
  readonly book: Pick<BookRow, '_id' | 'language'>;
  /** Its chapters that are not in the trash. */
  readonly chapterIds: readonly string[];
}

/**
 * The author's settings, and the conventions detected in the text. Saves of the last minute may not be extracted yet.
 */
export async function readStyleSheet(deps: StyleDeps, styledBook: StyledBook): Promise<StyleSheet> {
  const [row, { detected }] = await Promise.all([
    deps.styleSheets.find(styledBook.book._id),
    detectStyle(deps, styledBook),
  ]);
  return { ...presentSavedStyle(row), detected };
}

/**
 * The style of a book: each setting of the author, else the convention detected in the text.
 * @param purpose `prompt`: omits the name of a point-of-view character whose entry is never sent to AI
 */
export async function readBookStyle(
  deps: StyleDeps,
  styledBook: StyledBook,
  purpose: 'checks' | 'prompt',
): Promise<BookStyle> {
  const [row, { detected, entries }] = await Promise.all([
    deps.styleSheets.find(styledBook.book._id),
    detectStyle(deps, styledBook),
  ]);
  const settings = row?.settings ?? styleDefaults;
  const find = (id: string | null) => entries.find(({ _id }) => _id === id);
  // A setting that refers to a deleted or merged entry is ignored.
  const validSettings = { ...settings, povEntryId: find(settings.povEntryId)?._id ?? null };
  const { povEntryId, ...conventions } = effectiveStyle(validSettings, detected);
  const povEntry = find(povEntryId);
  const isNamed = povEntry !== undefined && (purpose === 'checks' || povEntry.inPrompt !== 'never');
  const { avoid, notes, voiceSamples } = settings;
  return {
    ...conventions,
    povNames: isNamed ? [povEntry.name, ...povEntry.aliases] : [],
    avoid,
    notes,
    voiceSamples,
  };
}

async function detectStyle(
  { extractions, bible }: StyleDeps,
  { book, chapterIds }: StyledBook,
): Promise<{ detected: DetectedStyle; entries: readonly EntryNames[] }> {
  const [rows, entries] = await Promise.all([extractions.listOfBook(book._id), bible.listNames(book._id)]);
  const live = new Set(chapterIds);
  const counts = rows.flatMap(({ _id, conventions }) => (live.has(_id) && conventions ? [conventions] : []));
  const { povCharacter, ...conventions } = detectConventions(counts, isEnglish(book.language));
  const povEntryId = (povCharacter !== null && findCharacter(entries, povCharacter)?._id) || null;
  return { detected: { ...conventions, povEntryId }, entries };
}

/** The only character with this name or alias. In “Then Mara thought”, the name follows another word with a capital. */
function findCharacter(entries: readonly EntryNames[], text: string): EntryNames | undefined {
  const written = ` ${nameKeyOf(text)}`;
  const named = entries.filter(
    ({ kind, name, aliases }) =>
      kind === 'character' && [name, ...aliases].some((form) => written.endsWith(` ${nameKeyOf(form)}`)),
  );
  return named.length === 1 ? named[0] : undefined;
}
