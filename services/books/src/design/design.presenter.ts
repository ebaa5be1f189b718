import { type Design, designDefaults } from '@inkbear/contracts/books/design';
import type { DesignRow } from './design.ts';

/** The design of a book; the defaults for a book without a row. */
export const presentDesign = (row: DesignRow | null): Design =>
  row ? { rev: row.rev, ...row.settings } : { rev: 0, ...designDefaults };
