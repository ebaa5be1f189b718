import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { countTokens } from '../context/count-tokens.ts';
import type { StoryContext } from '../generations/story-task.ts';
import type { BookContext, ProviderTask, ProviderTaskKind } from '../generations/task.ts';
import { goldenBooks } from '../testing/golden-books.ts';
import { buildPrompt } from './build-prompt.ts';
import { promptVersion, providerTaskKinds } from './prompt-versions.ts';

const folder = fileURLToPath(new URL('golden', import.meta.url));
/** Set to write the files of new versions. A file that exists is never changed. */
const isUpdate = process.env['GOLDEN'] === 'update';
/** Small, so that the files stay readable and each layer is cut somewhere. */
const budgets = { write: 2000, edit: 1200, coach: 1600 };
/** The book whose prompts are kept in full. Those of the others are kept as digests. */
const shownBook = 'a book with a story bible and a pinned chapter';

const content = 'Mara counted the lamps of the harbour. One was dark.';
const around = { before: 'It had rained.', after: 'She ran.' };

const edit = (kind: 'rewrite' | 'expand' | 'tone' | 'polish') => (context: BookContext) =>
  ({ kind, context, content, option: 'more_formal', isSelection: true, around }) as const;
const storyOf = ({ book: { title, genre, synopsis } }: BookContext): StoryContext => ({
  id: 'story',
  title,
  storyType: 'professional-journey',
  formData: { "Person's Name": title, 'Current Position': genre },
  targetWordCount: 900,
  synopsis,
});

/** A request of each kind about a book, or with its title, genre and plan. */
const samples: Readonly<Record<ProviderTaskKind, (context: BookContext) => ProviderTask>> = {
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
  'write-part': (context) => ({
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
  'find-facts': ({ book: { title }, entries }) => ({
    kind: 'find-facts',
    paragraphs: [
      { number: 7, text: `${title}. ${content}` },
      { number: 8, text: 'She ran.' },
    ],
    names: entries.map(({ name, kind }) => `${name}: ${kind}`),
  }),
  'summarise-chapter': ({ book, chapter: { title } }) => ({
    kind: 'summarise-chapter',
    title,
    text: `${book.title}. ${content}`,
  }),
  'find-contradictions': ({ book: { title } }) => ({
    kind: 'find-contradictions',
    paragraphs: [{ number: 7, text: `${title}. ${content}` }],
    facts: [{ number: 1, text: 'Mara, eyes: grey' }],
  }),
  'argue-contradictions': ({ book: { title } }) => ({
    kind: 'argue-contradictions',
    cases: [{ number: 1, fact: 'Mara, eyes: grey', value: 'green', passage: `${title}. ${content}` }],
  }),
  rewrite: edit('rewrite'),
  expand: edit('expand'),
  tone: edit('tone'),
  polish: edit('polish'),
  extend: (context) => ({ kind: 'extend', context, content, additionalWords: 500 }),
  options: (context) => ({
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
  coach: (context) => ({
    kind: 'coach',
    context,
    content,
    question: 'Is the ending clear?',
    genre: context.book.genre,
  }),
  'story-generate': (context) => ({ kind: 'story-generate', story: storyOf(context) }),
  'story-polish': (context) => ({ kind: 'story-polish', story: storyOf(context), content }),
  'story-tone': (context) => ({ kind: 'story-tone', story: storyOf(context), content, tone: 'reflective' }),
  'story-length': (context) => ({ kind: 'story-length', story: storyOf(context), content, adjustment: 'condense' }),
  'story-enhance': (context) => ({
    kind: 'story-enhance',
    story: storyOf(context),
    selectedText: content,
    enhancement: 'emotion',
    instruction: 'the rain',
    around,
  }),
};

const promptsOf = (kind: ProviderTaskKind): { book: string; text: string }[] =>
  Object.entries(goldenBooks).map(([book, context]) => {
    const { stable, volatile, expects, maxOutputTokens } = buildPrompt(samples[kind](context), {
      budgets,
      countTokens,
    });
    return { book, text: `Expects ${expects}, at most ${maxOutputTokens} tokens.\n\n${stable}\n\n${volatile}\n` };
  });

function goldenFileOf(kind: ProviderTaskKind): string {
  const prompts = promptsOf(kind);
  const digests = prompts.map(({ book, text }) => `${createHash('sha256').update(text).digest('hex')} ${book}`);
  const shown = prompts.find(({ book }) => book === shownBook)?.text ?? '';
  return `SHA-256 of the prompt of\n${digests.join('\n')}\n\nThe prompt of ${shownBook}:\n\n${shown}`;
}

it.each(providerTaskKinds)('the prompt of %s has a new version when a byte of it changes', (kind) => {
  const file = path.join(folder, `${promptVersion(kind)}.txt`);
  const golden = goldenFileOf(kind);
  if (isUpdate && !existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, golden);
  }
  // When they differ: raise the version in prompt-versions.ts, delete the old file, and run this test with GOLDEN=update.
  expect(golden).toBe(readFileSync(file, 'utf8'));
});

it('has a golden file of the present version of each task, and no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    providerTaskKinds.map((kind) => `${promptVersion(kind)}.txt`).toSorted(),
  );
});

it('has books whose prompts of a task all differ', () => {
  for (const kind of providerTaskKinds) {
    const texts = promptsOf(kind).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  }
});
