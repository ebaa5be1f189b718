import type { Genre } from '../books/genres.ts';
import lists from './plot-starter.json' with { type: 'json' };

/** Twelve genres, and eight each of characters, settings and conflicts. One of each can be combined into a sentence. */
export const plotStarters: {
  readonly genres: readonly Genre[];
  readonly characters: readonly string[];
  readonly settings: readonly string[];
  readonly conflicts: readonly string[];
} = { ...lists, genres: lists.genres as Genre[] };
