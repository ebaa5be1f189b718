import type { PromptBuilder } from '../candidates.ts';
import { namesIn, summarise } from './names-and-summaries.ts';

/**
 * The first and last sentences of all chapters, and a list of names. It has no budget: each chapter has up to 600
 * characters.
 */
export const summariesPrompt: PromptBuilder = {
  name: 'ends of chapters',
  buildPrompt({ book, plan, request }) {
    const texts = book.chapters.map(({ text }) => text);
    return [
      'Write the next chapter of this book.',
      book.title,
      book.synopsis,
      book.outline,
      ...texts.map(summarise),
      namesIn([book.outline, book.synopsis, ...texts].join('\n')).join(', '),
      [plan.title, plan.description, ...plan.keyPoints].join('\n'),
      request,
    ].join('\n\n');
  },
};
