import { type Design, designDefaults, type DesignSettings } from '@inkbear/contracts/books/design';
import type { BookSettingsRow } from '../book-settings/book-settings.ts';

/** The design of a book; the defaults for a book without a row. */
export const presentDesign = (row: BookSettingsRow<DesignSettings> | null): Design =>
  row ? { rev: row.rev, ...row.settings } : { rev: 0, ...designDefaults };
