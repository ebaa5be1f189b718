import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import type { GenerateTask } from '@inkbear/ai/src/generations/task.ts';
import { buildPrompt } from '@inkbear/ai/src/prompts/build-prompt.ts';
import { attributes } from '@inkbear/contracts/bible/attributes';
import { extractStory } from '@inkbear/story-analysis/extract/extract-story';
import type { BookChapter } from '../books/book.ts';
import type { PromptBuilder, PromptRequest } from '../candidates.ts';

/**
 * The prompt that writes a chapter, for an author who has decided nothing in the story bible: it has the names that the
 * extractor proposes, and no facts.
 */
export function createContextPrompt(): PromptBuilder {
  const known = new WeakMap<readonly BookChapter[], readonly ContextEntry[]>();
  const entriesOf = (chapters: readonly BookChapter[]): readonly ContextEntry[] => {
    const entries = known.get(chapters) ?? proposeEntries(chapters);
    known.set(chapters, entries);
    return entries;
  };
  return {
    name: 'context',
    buildPrompt(request) {
      const { budget, countTokens } = request;
      const { stable, volatile } = buildPrompt(taskOf(request, entriesOf(request.book.chapters)), {
        budgets: { write: budget, edit: budget, coach: budget },
        countTokens,
      });
      return stable + volatile;
    },
  };
}

const proposeEntries = (chapters: readonly BookChapter[]): ContextEntry[] =>
  extractStory(
    chapters.map(({ text }) => text),
    { language: 'en', attributes },
  ).names.map(({ name, aliases, kind }) => ({
    id: name,
    kind: kind === 'unknown' ? 'object' : kind,
    name,
    aliases: [...aliases],
    summary: '',
    tracked: true,
    caseSensitive: false,
    inPrompt: 'auto',
    facts: [],
    relations: [],
  }));

const taskOf = ({ book, plan, request }: PromptRequest, entries: readonly ContextEntry[]): GenerateTask => {
  const chapterNumber = book.chapters.length + 1;
  return {
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
        beats: [],
      },
      earlierChapters: book.chapters.map(({ id, title, text }, at) => ({
        id,
        chapterNumber: at + 1,
        title,
        content: text,
      })),
      fullTextChapterIds: new Set<string>(),
      style: unknownStyle,
      entries,
      pinnedEntries: new Set<string>(),
      arePassagesExcluded: false,
      isPlanExcluded: false,
    },
    bookTitle: book.title,
    chapterTitle: plan.title,
    chapterNumber,
    description: request,
    genre: 'novel',
    targetWords: 1500,
    enhanced: true,
  };
};
