import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ContextPanel } from './components/context-panel.tsx';
import { contextChoice } from './context-choice.ts';

const part = (id: string, label: string, words: number, more = {}) => ({
  id,
  label,
  text: `${label} text`,
  words,
  tokens: words,
  layer: 'book',
  level: 'full',
  reason: '',
  canExclude: true,
  canPin: false,
  ...more,
});
let api: ReturnType<typeof fakeApi>;
let bookId = 'b0';
beforeEach(() => {
  bookId = `${bookId}x`;
  api = fakeApi({
    'GET /api/ai/context': {
      body: {
        rules: 'The rules.',
        requests: [{ label: 'Rewrite', text: 'Rewrite [the text you ask about].' }],
        parts: [
          part('book', 'The book', 10, { canExclude: false }),
          part('synopsis', 'Synopsis', 40),
          part('chapter:1', 'Chapter 1: The lamp', 60, { canPin: true }),
          part('entry:e1', 'Mara Venn', 5, { canPin: true, reason: 'In the plan of the chapter' }),
        ],
        budget: 12_000,
        used: 115,
        model: 'offline',
      },
    },
  });
});
afterEach(() => {
  cleanup();
  api.restore();
});
const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ContextPanel bookId={bookId} chapterId="c" />
    </QueryClientProvider>,
  );
const total = async () => (await screen.findByRole('status')).textContent;

it('shows every part and remembers excluded parts for the book', async () => {
  open();
  expect(await total()).toBe('115 words in 4 of 4 parts');
  for (const text of ['Synopsis text', 'The rules.', 'Rewrite [the text you ask about].'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: 'The book' })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Synopsis' }));
  expect(await total()).toBe('75 words in 3 of 4 parts');
  expect(contextChoice.read(bookId)).toEqual({ exclude: ['synopsis'], pin: [] });
  expect(localStorage.getItem(`inkbear-ai-context:${bookId}`)).toBe('{"exclude":["synopsis"],"pin":[]}');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Synopsis' }));
  expect(contextChoice.read(bookId)).toEqual({ exclude: [], pin: [] });
});

it('requests a pinned chapter in full', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Pin Chapter 1: The lamp, always in full' }));
  await waitFor(() => expect(api.requests).toHaveLength(2));
  expect(contextChoice.read(bookId)).toEqual({ exclude: [], pin: ['chapter:1'] });
  expect(screen.getByRole('button', { name: /^Pinned: in full/ }).getAttribute('aria-pressed')).toBe('true');
});

it('says why an entry is sent, unless it is excluded, and pins it', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Pin Mara Venn, always' }));
  expect(contextChoice.read(bookId).pin).toEqual(['entry:e1']);
  expect(screen.getByText('In the plan of the chapter')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Mara Venn' }));
  expect(screen.queryByText('In the plan of the chapter')).toBeNull();
});
