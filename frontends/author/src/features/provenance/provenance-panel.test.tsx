import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Provenance, ProvenanceAnswers } from '@inkbear/contracts/books/provenance';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ProvenancePanel } from './components/provenance-panel.tsx';
import { shareText } from './provenance-texts.ts';

const get = 'GET /api/books/b1/provenance';
const put = 'PUT /api/books/b1/provenance/answers';
const chapters = ['Harbour', 'Letter', 'Ice'].map(
  (title, index) => ({ id: `c${index + 1}`, chapterNumber: index + 1, title }) as ChapterItem,
);
const none = { own: 0, pasted: 0, imported: 0, generated: 0, edited: 0, rewritten: 0 };
const unanswered: ProvenanceAnswers = { images: null, translations: null, pastedIsAi: null, importedIsAi: null };
const origins: Provenance = {
  chapters: [
    { chapterId: 'c1', rev: 4, words: { ...none, own: 700, generated: 200, edited: 100 } },
    { chapterId: 'c2', rev: 2, words: { ...none, own: 500, pasted: 3 } },
    { chapterId: 'c3', rev: 1, words: none },
  ],
  total: { ...none, own: 1200, generated: 200, edited: 100, pasted: 3 },
  answers: unanswered,
  declaration: {
    comparedOn: '2026-11-27',
    text: { answer: null, text: null },
    images: { answer: null, text: null },
    translations: { answer: null, text: null },
    changedShare: 0.25,
  },
  final: false,
  asked: ['pastedIsAi', 'images', 'translations'],
  missing: ['images', 'translations', 'pastedIsAi'],
};
/** The reply of a server that knows these answers. */
const withAnswers = (answers: Partial<ProvenanceAnswers>): Provenance => ({
  ...origins,
  answers: { ...unanswered, ...answers },
  declaration: {
    ...origins.declaration,
    text: answers.pastedIsAi
      ? { answer: 'some-edited', text: 'Some sections, with extensive editing' }
      : origins.declaration.text,
  },
});

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

function open(answers: Parameters<typeof fakeApi>[0]) {
  api = fakeApi(answers);
  const onOpen = jest.fn<(chapterId: string) => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProvenancePanel bookId="b1" chapters={chapters} currentId="c2" onOpen={onOpen} />
    </QueryClientProvider>,
  );
  return onOpen;
}
const question = (name: RegExp) => screen.findByRole<HTMLSelectElement>('combobox', { name });

describe('the panel with the origins of words', () => {
  it('shows how many words come from where, in the book and in each chapter', async () => {
    open({ [get]: { body: origins } });
    const table = within(await screen.findByRole('table', { name: '1,503 words' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'OriginWordsShare',
      'Typed by you1,20080%',
      'Your words, changed by AI1007%',
      'Written by AI20013%',
      'Pasted from elsewhere3under 1%',
    ]);
    expect(screen.getByText('1,000 words · 20% written by AI, 10% your words, changed by AI')).toBeDefined();
    expect(screen.getByText('503 words · under 1% pasted from elsewhere')).toBeDefined();
    expect(screen.getByText('No words yet')).toBeDefined();
  });

  it('asks only what the book needs, and says that the declaration is not final', async () => {
    open({ [get]: { body: origins } });
    expect(await question(/what you pasted/)).toBeDefined();
    expect(screen.queryByRole('combobox', { name: /from a file/ })).toBeNull();
    expect(screen.getAllByText('Not answered yet')).toHaveLength(3);
    expect(screen.getByText(/This is not final yet/)).toBeDefined();
    expect(screen.getByText('You have changed or deleted 25% of the passages that AI wrote.')).toBeDefined();
  });

  it('saves an answer and shows what to declare', async () => {
    open({ [get]: { body: origins }, [put]: { body: withAnswers({ pastedIsAi: 'none' }) } });
    fireEvent.change(await question(/what you pasted/), { target: { value: 'none' } });
    expect(await screen.findByText('Some sections, with extensive editing')).toBeDefined();
    expect(api.requests.at(-1)?.body).toEqual({ ...unanswered, pastedIsAi: 'none' });
  });

  it('sends two quick answers together, and shows both', async () => {
    open({ [get]: { body: origins }, [put]: { body: withAnswers({ images: 'none' }) } });
    fireEvent.change(await question(/Pictures/), { target: { value: 'none' } });
    fireEvent.change(await question(/Translations/), { target: { value: 'some' } });
    await waitFor(() => expect(api.requests.filter(({ route }) => route === put)).toHaveLength(2));
    expect(api.requests.at(-1)?.body).toEqual({ ...unanswered, images: 'none', translations: 'some' });
    expect((await question(/Translations/)).value).toBe('some');
  });

  it('keeps an answer that was given while the words were counted again', async () => {
    let finishCount = (): void => undefined;
    const counted = new Promise<void>((resolve) => (finishCount = resolve));
    let reads = 0;
    open({
      [get]: async () => {
        if ((reads += 1) > 1) await counted;
        return { body: origins };
      },
      [put]: { body: withAnswers({ images: 'none' }) },
    });
    await question(/Pictures/);
    fireEvent.click(screen.getByRole('button', { name: 'Count again' }));
    fireEvent.change(await question(/Pictures/), { target: { value: 'none' } });
    await waitFor(() => expect(api.requests.at(-1)?.route).toBe(put));
    finishCount();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Counting…' })).toBeNull());
    expect((await question(/Pictures/)).value).toBe('none');
  });

  it('shows the saved answer again when one could not be saved', async () => {
    open({ [get]: { body: origins }, [put]: { status: 503, body: problemBody(503, 'server.busy', 'Busy') } });
    fireEvent.change(await question(/Pictures/), { target: { value: 'all' } });
    await waitFor(async () => expect((await question(/Pictures/)).value).toBe(''));
  });

  it('opens the counts and the declaration as PDF in a new tab', async () => {
    const opening = jest.spyOn(window, 'open').mockReturnValue(null);
    open({ [get]: { body: origins } });
    fireEvent.click(await screen.findByRole('button', { name: 'Open as PDF' }));
    expect(opening.mock.calls).toEqual([['/api/books/b1/provenance/export/pdf', '_blank', 'noopener']]);
    opening.mockRestore();
  });

  it('opens a chapter', async () => {
    const onOpen = open({ [get]: { body: origins } });
    fireEvent.click(await screen.findByRole('button', { name: '3. Ice' }));
    expect(onOpen).toHaveBeenCalledWith('c3');
  });

  it('offers to try again after a failure', async () => {
    open({ [get]: { status: 503, body: problemBody(503, 'server.busy', 'Busy') } });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('shareText', () => {
  it.each([
    [0, 100, '0%'],
    [1, 1000, 'under 1%'],
    [999, 1000, '99%'],
    [100, 100, '100%'],
    [0, 0, '0%'],
  ])('of %d of %d is %s', (count, total, text) => {
    expect(shareText(count, total)).toBe(text);
  });
});
