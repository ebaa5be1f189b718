import { afterEach, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { eventsOf, fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { UnsavedChoiceError } from '../../kit/unsaved-choice-error.ts';
import { aiLimitsQuery } from './ai.api.ts';
import { VariationsDialog } from './components/variations-dialog.tsx';

const toasts = collectToasts();
const context = { exclude: ['synopsis'], pin: [] };
const saveChoice = jest.fn(() => Promise.resolve(context));
const route = 'POST /api/ai/generate-enhancement-options';
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

function open(answer: Parameters<typeof fakeApi>[0][string], option: string | null, client = createQueryClient()) {
  api = fakeApi({ [route]: answer, 'GET /api/ai/limits': { body: [] } });
  const calls = { onApply: jest.fn(), onInsertBelow: jest.fn(), onClose: jest.fn() };
  render(
    <QueryClientProvider client={client}>
      <VariationsDialog
        context={{
          book: { title: 'The Salt Road', genre: 'mystery' },
          chapterId: 'c',
          selectedText: 'the bear',
          fullContent: 'So the bear wrote.',
          passageStart: 3,
          askedRev: 7,
          saveChoice,
        }}
        option={option}
        {...calls}
      />
    </QueryClientProvider>,
  );
  return calls;
}
const posts = () =>
  api.requests.filter((request) => request.route === route).map(({ body }) => body as Record<string, unknown>);
const answer = { body: { options: ['one', 'two', 'three', 'four'], resultId: 'r1', limits: [] } };

it('requests variations at once for a chosen option, shows three and applies one', async () => {
  const { onApply } = open(answer, 'more_formal');
  expect((await screen.findByLabelText('Selected text')).textContent).toBe('the bear');
  fireEvent.click(await screen.findByRole('button', { name: 'Apply variation 2' }));
  expect(onApply).toHaveBeenCalledWith('two', 'r1');
  expect(screen.queryByText('four')).toBeNull();
  expect(posts()).toEqual([
    {
      selectedText: 'the bear',
      fullContent: 'So the bear wrote.',
      passageStart: 3,
      askedRev: 7,
      bookContext: { title: 'The Salt Road', genre: 'mystery' },
      chapterId: 'c',
      context,
      enhancementType: 'tone',
      specificOption: 'more_formal',
      requestedVariations: 3,
      spellingPreference: 'uk',
    },
  ]);
});

it('shows a word diff for each variation, and inserts one below', async () => {
  const { onInsertBelow } = open({ body: { options: ['the boar'], resultId: 'r1', limits: [] } }, 'more_formal');
  await screen.findByRole('button', { name: 'Apply variation 1' });
  expect([document.querySelector('li del')?.textContent, document.querySelector('li ins')?.textContent]).toEqual([
    'bear',
    'boar',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'The new text' }));
  expect([document.querySelector('li p')?.textContent, document.querySelector('li del')]).toEqual(['the boar', null]);
  fireEvent.click(screen.getByRole('button', { name: 'Insert below: variation 1' }));
  expect(onInsertBelow).toHaveBeenCalledWith('the boar', 'r1');
});

it('shows variations as they arrive, and offers them once all are there', async () => {
  const { events, send } = eventsOf();
  const { onApply } = open({ events }, 'more_formal');
  await screen.findByText('Writing three variations…');
  send('partial', { value: { options: ['the boar'] } });
  await waitFor(() => expect(document.querySelector('li ins')?.textContent).toBe('boar'));
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  send('done', { options: ['the boar', 'the fox'], resultId: 'r1', limits: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Apply variation 2' }));
  expect(onApply).toHaveBeenCalledWith('the fox', 'r1');
});

it('sends no AI request when the context choice could not be saved', async () => {
  saveChoice.mockRejectedValueOnce(new UnsavedChoiceError());
  open(answer, 'more_formal');
  const description = 'Your choice of what AI sees could not be saved, so nothing was sent. Please try again.';
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Generation Error', description }]));
  expect(screen.getByText(description)).toBeDefined();
  expect(posts()).toEqual([]);
});

it('marks the AI counters as stale when the variations have arrived', async () => {
  const client = createQueryClient();
  const counters = aiLimitsQuery({ bookId: 'b' });
  open(answer, null, client);
  await client.fetchQuery(counters);
  expect(client.getQueryState(counters.queryKey)?.isInvalidated).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Show three variations' }));
  await screen.findByRole('button', { name: 'Apply variation 2' });
  expect(client.getQueryState(counters.queryKey)?.isInvalidated).toBe(true);
});

it('lets the author choose an option, and links a retry to the first result', async () => {
  open(answer, null);
  fireEvent.change(await screen.findByLabelText('What to do with it'), { target: { value: 'add_dialogue' } });
  expect(posts()).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Show three variations' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(
      posts().map(({ enhancementType, specificOption, variantOf }) => [enhancementType, specificOption, variantOf]),
    ).toEqual([
      ['expand', 'add_dialogue', undefined],
      ['expand', 'add_dialogue', 'r1'],
    ]),
  );
});

it('sends a new request after the last free retry', async () => {
  open(answer, 'more_formal');
  for (let tries = 1; tries <= 4; tries += 1) {
    await waitFor(() => expect(posts()).toHaveLength(tries));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  }
  await waitFor(() =>
    expect(posts().map(({ variantOf }) => variantOf)).toEqual([undefined, 'r1', 'r1', undefined, 'r1']),
  );
});

it.each([
  [
    { status: 502, body: problemBody(502, 'ai.bad_reply', 'The AI sent a reply that could not be used.') },
    'Failed to generate options. Please try again.',
  ],
  [
    { status: 502, body: problemBody(502, 'ai.refused', 'The AI declined to write this. Nothing was counted.') },
    'The AI declined to write this. Nothing was counted.',
  ],
  [
    { status: 429, body: problemBody(429, 'ai.fair_use', 'Today’s fair-use limit is reached.') },
    'Today’s fair-use limit is reached.',
  ],
])('shows a failure and keeps the dialog open', async (failure, expected) => {
  open(failure, 'more_formal');
  await waitFor(() =>
    expect(toasts).toMatchObject([{ title: 'Generation Error', description: expected, tone: 'destructive' }]),
  );
  expect(screen.getByRole('button', { name: 'Show three variations' })).toBeDefined();
});
