import type { BookContext } from '../generations/task.ts';

/** The plan of a chapter: its title, its description, its key points and its beats. */
export const planOf = ({ chapter }: Pick<BookContext, 'chapter'>): string =>
  [chapter.title, chapter.description, ...chapter.keyPoints, ...chapter.beats.map(({ text }) => text)].join('\n');
