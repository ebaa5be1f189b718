import { buildPrompt } from '@inkbear/ai/src/prompts/build-prompt.ts';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import type { PromptBuilder } from '../candidates.ts';

/** The prompt that writes a chapter. It has no budget: earlier chapters are summarised to 600 characters each. */
export const chapterPrompt: PromptBuilder = {
  name: 'summaries of chapters',
  buildPrompt({ book, plan, request }) {
    const chapterNumber = book.chapters.length + 1;
    const { stable, volatile } = buildPrompt({
      kind: 'generate',
      context: {
        book: {
          id: 'book',
          title: book.title,
          genre: 'novel',
          subgenre: '',
          targetAudience: 'adults',
          synopsis: book.synopsis,
          outline: book.outline,
          language: 'EN',
        },
        chapter: {
          id: 'next',
          chapterNumber,
          title: plan.title,
          description: plan.description,
          keyPoints: [...plan.keyPoints],
        },
        earlierChapters: book.chapters.map(({ id, title, text }, at) => ({
          id,
          chapterNumber: at + 1,
          title,
          content: text,
        })),
        inFull: new Set(),
        style: unknownStyle,
        withoutNames: false,
      },
      bookTitle: book.title,
      chapterTitle: plan.title,
      chapterNumber,
      description: request,
      genre: 'novel',
      targetWords: 1500,
      enhanced: true,
    });
    return stable + volatile;
  },
};
