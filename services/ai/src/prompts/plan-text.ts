import type { BookContext } from '../generations/task.ts';

/** The plan of a chapter: its title, its description and its key points. */
export const planOf = ({ chapter }: Pick<BookContext, 'chapter'>): string =>
  [chapter.title, chapter.description, ...chapter.keyPoints].join('\n');
