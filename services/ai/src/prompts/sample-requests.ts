import type { SampleRequest } from '@inkbear/contracts/ai/context';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import type { BookContext, BookTask, PartTask, RewriteTask } from '../generations/task.ts';
import { buildRequest } from './build-request.ts';

const around = { before: '[about 250 words before it]', after: '[about 250 words after it]' };
const content = '[the text you ask about]';

/** One example of each kind of request about a chapter. The real prompt code builds it from placeholder texts. */
export function sampleRequests({ book, chapter }: Pick<BookContext, 'book' | 'chapter'>): SampleRequest[] {
  // Samples show only what follows the book's data, so they are built without its texts.
  const context: BookContext = {
    book: { ...book, synopsis: '', outline: '' },
    chapter,
    earlierChapters: [],
    fullTextChapterIds: new Set(),
    style: unknownStyle,
    entries: [],
    pinnedEntries: new Set(),
    arePassagesExcluded: true,
    isPlanExcluded: false,
  };
  const edit = (kind: RewriteTask['kind'], label: string, option = '[what you chose]'): [string, BookTask] => [
    label,
    { kind, context, content, option, isSelection: true, around },
  ];
  const tasks: [string, BookTask | PartTask][] = [
    ...generateSamples(context),
    edit('rewrite', 'Rewrite'),
    edit('expand', 'Expand'),
    edit('tone', 'Tone'),
    edit('polish', 'Polish'),
    edit('instruct', 'Your own instruction', '[your instruction]'),
    ['Extend', { kind: 'extend', context, content, additionalWords: 500 }],
    [
      'Several versions',
      {
        kind: 'options',
        context,
        selectedText: content,
        type: 'tone',
        option: '[what you chose]',
        count: 3,
        spelling: 'uk',
        around,
      },
    ],
    [
      'Writing coach',
      { kind: 'coach', context, content: '[the chapter]', question: '[your question]', genre: book.genre },
    ],
  ];
  return tasks.map(([label, task]) => ({ label, text: buildRequest(task).text }));
}

function generateSamples(context: BookContext): [string, BookTask | PartTask][] {
  const { book, chapter } = context;
  const request = { context, chapterTitle: chapter.title, description: chapter.description, enhanced: false };
  const { title: bookTitle, genre } = book;
  const { chapterNumber } = chapter;
  return [
    ['Generate', { ...request, kind: 'generate', bookTitle, chapterNumber, genre, targetWords: 1500 }],
    ['Generate: the plan of a long chapter', { ...request, kind: 'plan-beats', targetWords: 2500 }],
    [
      'Generate: one part of a long chapter',
      {
        ...request,
        kind: 'write-part',
        parts: ['[its first part]', '[its second part]'],
        index: 1,
        text: '[its second part]',
        words: 750,
        povName: null,
        written: '[about 600 words before it]',
        copied: null,
      },
    ],
  ];
}
