import type { ContextPart } from '@inkbear/contracts/ai/context';
import { countWords } from '@inkbear/prose/word-count';
import type { BookContext } from '../generations/task.ts';
import { namesIn, summarise } from './names-and-summary.ts';
import { styleText, voiceText } from './style-text.ts';

/**
 * The parts of a prompt that describe the book. Parts that rarely change come first, so that providers can cache the
 * beginning of a prompt. Empty parts are omitted.
 */
export function contextParts({
  book,
  chapter,
  earlierChapters,
  inFull,
  style,
  withoutNames,
}: BookContext): ContextPart[] {
  const names = withoutNames
    ? []
    : namesIn([book.outline, book.synopsis, ...earlierChapters.map(({ content }) => content)].join('\n'));
  const part = (id: string, label: string, text: string, more: Partial<ContextPart> = {}): ContextPart => ({
    id,
    label,
    text: text.trim(),
    words: countWords(text),
    canExclude: true,
    canPin: false,
    ...more,
  });
  return [
    part(
      'book',
      'The book',
      `Title: ${book.title}\nGenre: ${book.genre} ${book.subgenre}`.trimEnd() + `\nReaders: ${book.targetAudience}`,
      { canExclude: false },
    ),
    part('style', 'How the book is written', styleText(style)),
    part('voice', 'Passages in your voice', voiceText(style)),
    part('synopsis', 'Synopsis', book.synopsis),
    part('outline', 'Outline', book.outline),
    ...earlierChapters.map(({ id, chapterNumber, title, content }) =>
      part(`chapter:${id}`, `Chapter ${chapterNumber}: ${title}`, inFull.has(id) ? content : summarise(content), {
        canPin: true,
      }),
    ),
    part('names', 'Names so far', names.join(', ')),
    part(
      'plan',
      'Plan of this chapter',
      [
        `Chapter ${chapter.chapterNumber}: ${chapter.title}`,
        chapter.description,
        ...chapter.keyPoints.map((point) => `- ${point}`),
      ].join('\n'),
    ),
  ].filter(({ text }) => text !== '');
}
