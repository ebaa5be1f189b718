import type { StoryContext } from '../generations/story-task.ts';
import type { BookContext, ProviderTask, ProviderTaskKind } from '../generations/task.ts';

const around = { before: 'It had rained.', after: 'She ran.' };

type SampleTask = (context: BookContext, content: string) => ProviderTask;

const edit =
  (kind: 'rewrite' | 'expand' | 'tone' | 'polish' | 'instruct'): SampleTask =>
  (context, content) => ({ kind, context, content, option: 'more_formal', isSelection: true, around });
const storyOf = ({ book: { title, genre, synopsis } }: BookContext): StoryContext => ({
  id: 'story',
  title,
  storyType: 'professional-journey',
  formData: { "Person's Name": title, 'Current Position': genre },
  targetWordCount: 900,
  synopsis,
});

const samples: Readonly<Record<ProviderTaskKind, SampleTask>> = {
  generate: (context) => ({
    kind: 'generate',
    context,
    bookTitle: context.book.title,
    chapterTitle: context.chapter.title,
    chapterNumber: context.chapter.chapterNumber,
    description: context.chapter.description,
    genre: context.book.genre,
    targetWords: 1500,
    enhanced: true,
  }),
  'plan-beats': (context) => ({
    kind: 'plan-beats',
    context,
    chapterTitle: context.chapter.title,
    description: context.chapter.description,
    targetWords: 2500,
    enhanced: true,
  }),
  'write-part': (context, content) => ({
    kind: 'write-part',
    context,
    chapterTitle: context.chapter.title,
    description: context.chapter.description,
    enhanced: true,
    parts: ['Mara climbs the tower.', 'She finds the lamp cold.', 'A boat leaves without lights.'],
    index: 1,
    text: 'She finds the lamp cold.',
    words: 800,
    povName: 'Mara',
    written: content,
    copied: 'the lamps of the harbour',
  }),
  'find-facts': ({ book: { title }, entries }, content) => ({
    kind: 'find-facts',
    paragraphs: [
      { number: 7, text: `${title}. ${content}` },
      { number: 8, text: 'She ran.' },
    ],
    names: entries.map(({ name, kind }) => `${name}: ${kind}`),
  }),
  'summarise-chapter': ({ book, chapter: { title } }, content) => ({
    kind: 'summarise-chapter',
    title,
    text: `${book.title}. ${content}`,
  }),
  'find-contradictions': ({ book: { title } }, content) => ({
    kind: 'find-contradictions',
    paragraphs: [{ number: 7, text: `${title}. ${content}` }],
    facts: [{ number: 1, text: 'Mara, eyes: grey' }],
  }),
  'argue-contradictions': ({ book: { title } }, content) => ({
    kind: 'argue-contradictions',
    cases: [{ number: 1, fact: 'Mara, eyes: grey', value: 'green', passage: `${title}. ${content}` }],
  }),
  rewrite: edit('rewrite'),
  expand: edit('expand'),
  tone: edit('tone'),
  polish: edit('polish'),
  instruct: edit('instruct'),
  extend: (context, content) => ({ kind: 'extend', context, content, additionalWords: 500 }),
  options: (context, content) => ({
    kind: 'options',
    context,
    selectedText: content,
    type: 'tone',
    option: 'warmer',
    count: 3,
    spelling: 'uk',
    around,
  }),
  titles: ({ book }) => ({ kind: 'titles', topic: book.title, genre: book.genre }),
  quiz: ({ book }) => ({
    kind: 'quiz',
    interests: [book.genre, book.title],
    expertise: [],
    writingGoals: ['to finish'],
    timeCommitment: 'an hour',
  }),
  outline: ({ book, chapter }) => ({
    kind: 'outline',
    title: book.title,
    genre: book.genre,
    targetLength: 80_000,
    notes: chapter.description,
  }),
  coach: (context, content) => ({
    kind: 'coach',
    context,
    content,
    question: 'Is the ending clear?',
    genre: context.book.genre,
  }),
  'story-generate': (context) => ({ kind: 'story-generate', story: storyOf(context) }),
  'story-polish': (context, content) => ({ kind: 'story-polish', story: storyOf(context), content }),
  'story-tone': (context, content) => ({ kind: 'story-tone', story: storyOf(context), content, tone: 'reflective' }),
  'story-length': (context, content) => ({
    kind: 'story-length',
    story: storyOf(context),
    content,
    adjustment: 'condense',
  }),
  'story-enhance': (context, content) => ({
    kind: 'story-enhance',
    story: storyOf(context),
    selectedText: content,
    enhancement: 'emotion',
    instruction: 'the rain',
    around,
  }),
};

/** A request of a kind about a book, or with its title, genre and plan. @param content the text that it is about */
export const sampleTask = (kind: ProviderTaskKind, context: BookContext, content: string): ProviderTask =>
  samples[kind](context, content);
