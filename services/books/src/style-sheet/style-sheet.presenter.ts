import { type SavedStyle, styleDefaults, type StyleSettings } from '@inkbear/contracts/books/style-sheet';
import type { BookSettingsRow } from '../book-settings/book-settings.ts';

/** The author's settings; the defaults for a book without a row. */
export const presentSavedStyle = (row: BookSettingsRow<StyleSettings> | null): SavedStyle =>
  row ? { rev: row.rev, ...row.settings } : { rev: 0, ...styleDefaults };
