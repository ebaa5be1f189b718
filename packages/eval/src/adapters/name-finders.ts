import { namesIn } from '../baselines/names-and-summaries.ts';
import type { NameFinder } from '../candidates.ts';

/** The list of names in prompts. */
export const promptNames: NameFinder = {
  name: 'prompt',
  findNames: (chapters) => namesIn(chapters.map(({ text }) => text).join('\n')).map((name) => ({ name, aliases: [] })),
};
