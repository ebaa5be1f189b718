import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { VoiceReport } from '@inkbear/contracts/books/voice';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { VoicePanel } from './components/voice-panel.tsx';
import { differenceText } from './difference-text.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

const chapters = ['Harbour', 'Letter', 'Ice'].map(
  (title, index) => ({ id: `c${index + 1}`, chapterNumber: index + 1, title }) as ChapterItem,
);
const report: VoiceReport = {
  typedWords: 12_000,
  hasProfile: true,
  chapters: [
    { chapterId: 'c1', comparison: { percentile: 40, verdict: 'close', isRough: false, differences: [] } },
    {
      chapterId: 'c2',
      comparison: {
        percentile: 100,
        verdict: 'far',
        isRough: true,
        differences: [{ feature: 'sentence-length', unit: 'words', own: 11.24, here: 23.4 }],
      },
    },
    { chapterId: 'c3', comparison: null },
  ],
};

function open(answer: Parameters<typeof fakeApi>[0][string]) {
  api = fakeApi({ 'GET /api/books/b1/voice': answer });
  const onOpen = jest.fn<(chapterId: string) => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <VoicePanel bookId="b1" chapters={chapters} currentId="c2" onOpen={onOpen} />
    </QueryClientProvider>,
  );
  return onOpen;
}
const rowOf = async (title: string) =>
  (await screen.findByRole('button', { name: title })).closest('li') as HTMLElement;

describe('the voice panel', () => {
  it('shows for each chapter how close it is, and where a distant one differs', async () => {
    open({ body: report });
    expect(within(await rowOf('1. Harbour')).getByText('Close to your voice')).toBeDefined();
    const far = within(await rowOf('2. Letter'));
    expect(far.getByText('Far from your voice')).toBeDefined();
    expect(far.getByText(/approximate, because the chapter is short/)).toBeDefined();
    expect(far.getByText('Sentences here average 23 words; in your own text 11.')).toBeDefined();
    expect(within(await rowOf('3. Ice')).getByText('Too short to compare')).toBeDefined();
  });

  it('opens a chapter', async () => {
    const onOpen = open({ body: report });
    fireEvent.click(await screen.findByRole('button', { name: '3. Ice' }));
    expect(onOpen).toHaveBeenCalledWith('c3');
  });

  it('says how many typed words are missing', async () => {
    open({ body: { typedWords: 1240, hasProfile: false, chapters: [] } });
    const meter = await screen.findByRole('meter', { name: 'Typed words' });
    expect(meter.getAttribute('aria-valuetext')).toBe('1,240 of 5,000 words');
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('measures again when the author asks', async () => {
    open({ body: report });
    fireEvent.click(await screen.findByRole('button', { name: 'Measure again' }));
    await screen.findByRole('button', { name: 'Measure again' });
    expect(api.requests).toHaveLength(2);
  });

  it('offers to try again after a failure', async () => {
    open({ status: 503, body: problemBody(503, 'server.busy', 'Busy') });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('differenceText', () => {
  it.each([
    ['word:which', '9.4 times “which” in 1,000 words; you use 2.1.'],
    ['contractions', '9.4 short forms such as “don’t” in 1,000 words; you use 2.1.'],
    ['paragraph-length', 'Paragraphs here average 9.4 words; in your own text 2.1.'],
    ['sentence-variation', 'The length of sentences varies by 9.4 words; in your own text by 2.1.'],
  ])('describes %s', (feature, text) => {
    expect(differenceText({ feature, unit: 'words', here: 9.4, own: 2.1 })).toBe(text);
  });

  it.each([
    ['dialogue', '38% is dialogue; in your own text 12%.'],
    ['vocabulary', '38 of 100 words are distinct; in your own text 12.'],
  ])('describes the share of %s', (feature, text) => {
    expect(differenceText({ feature, unit: 'share', here: 0.38, own: 0.12 })).toBe(text);
  });
});
