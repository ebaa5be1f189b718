import type { SampleRequest } from '@inkbear/contracts/ai/context';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import type { BookContext, BookTask } from '../generations/task.ts';
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
  const edit = (kind: 'rewrite' | 'expand' | 'tone' | 'polish', label: string): [string, BookTask] => [
    label,
    { kind, context, content, option: '[what you chose]', isSelection: true, around },
  ];
  const tasks: [string, BookTask][] = [
    [
      'Generate',
      {
        kind: 'generate',
        context,
        bookTitle: book.title,
        chapterTitle: chapter.title,
        chapterNumber: chapter.chapterNumber,
        description: chapter.description,
        genre: book.genre,
        targetWords: 1500,
        enhanced: false,
      },
    ],
    edit('rewrite', 'Rewrite'),
    edit('expand', 'Expand'),
    edit('tone', 'Tone'),
    edit('polish', 'Polish'),
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
