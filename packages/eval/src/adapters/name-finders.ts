import { namesIn } from '../baselines/names-and-summaries.ts';
import { findNames } from '@inkbear/books/src/outline-analysis/find-names.ts';
import type { NameFinder } from '../candidates.ts';

/** The analysis of outlines and chapters in the books service. */
export const outlineNames: NameFinder = {
  name: 'outline analysis',
  findNames: (chapters) => findNames(chapters.map(({ text }) => text)).map((name) => ({ name, aliases: [] })),
};

/** The list of names in prompts. */
export const promptNames: NameFinder = {
  name: 'prompt',
  findNames: (chapters) => namesIn(chapters.map(({ text }) => text).join('\n')).map((name) => ({ name, aliases: [] })),
};
