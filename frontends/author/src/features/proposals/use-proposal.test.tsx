import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UnsavedChoiceError } from '../../kit/unsaved-choice-error.ts';
import { streamChapterText } from './chapter-proposals.api.ts';
import { useProposal } from './hooks/use-proposal.ts';
import { shownVariant } from './proposal.ts';
import type { AiRequest, AiRequestKind } from './ai-request.ts';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  api.restore();
  return discardAfterSignOut();
});

const content = 'The bear wrote.';
const requestOf = (kind: AiRequestKind, more: Partial<AiRequest> = {}): AiRequest => ({
  kind,
  option: null,
  description: 'Asked.',
  passage: null,
  content,
  ...more,
});
const book = { id: 'b', title: 'The Salt Road', genre: 'mystery' };
let chapter = { id: 'c', title: 'One', description: 'A start.', chapterNumber: 1 };
const context = { exclude: ['synopsis'], pin: [] };
const saveChoice = jest.fn(() => Promise.resolve(context));

function mount(answers: Parameters<typeof fakeApi>[0], hasDetailedOutline = false) {
  api = fakeApi(answers);
  return open(hasDetailedOutline).result;
}
/** Each test has a chapter of its own. */
let count = 0;
beforeEach(() => {
  chapter = { ...chapter, id: `c${(count += 1)}` };
});
function open(hasDetailedOutline = false, revisionOf: () => Promise<number | null> = () => Promise.resolve(7)) {
  const client = createQueryClient();
  const target = {
    manuscript: { kind: 'chapter' as const, id: chapter.id },
    title: chapter.title,
    revisionOf,
    streamText: streamChapterText({ book, chapter, hasDetailedOutline, saveChoice }),
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useProposal(target), { wrapper });
}
async function ask(
  route: string,
  answer: { status?: number; body?: unknown } | Error,
  request: AiRequest,
  hasDetailedOutline = false,
) {
  const result = mount({ [`POST /api/ai/${route}`]: answer }, hasDetailedOutline);
  act(() => result.current.ask(request));
  await waitFor(() => expect(result.current.proposal?.run.state).not.toBe('writing'));
  return result;
}
const resultFields = { resultId: 'r1', limits: [] };
const rows = [
  [
    'generate',
    'generate-chapter',
    { content: 'New text here.', wordCount: 3, parts: null, analysis: { characters: [] } },
    'New text here.',
    'Chapter Generated!',
    'Generation Failed',
    'Could not generate chapter content',
    true,
  ],
  [
    'rewrite',
    'enhance-content',
    { enhanced_content: 'The bear sang.' },
    'The bear sang.',
    'AI Enhanced',
    'AI Error',
    'Failed to enhance content. Please try again.',
    true,
  ],
  [
    'engaging',
    'adjust-chapter-tone',
    { adjusted_content: 'Lo! The bear.' },
    'Lo! The bear.',
    'Tone Adjusted',
    'Tone Adjustment Failed',
    'Please try again.',
    true,
  ],
  [
    'extend',
    'extend-chapter',
    { extended_content: `${content}\n\nIt slept well.`, wordsAdded: 3 },
    'It slept well.',
    'Chapter Extended Successfully!',
    'Extension Failed',
    'Failed to extend chapter. Please try again.',
    false,
  ],
  [
    'polish',
    'polish-chapter',
    { polished_content: 'The bear wrote!' },
    'The bear wrote!',
    'Chapter Polished Successfully!',
    'Polish Failed',
    'Failed to polish chapter. Please try again.',
    false,
  ],
] as const;

describe.each(rows)('%s', (kind, route, reply, text, done, failed, sentence, quotes) => {
  it('becomes a proposal and shows a toast', async () => {
    const { current } = await ask(route, { body: { ...reply, ...resultFields } }, requestOf(kind));
    expect(current.proposal && shownVariant(current.proposal)).toMatchObject({ text, resultId: 'r1' });
    expect(toasts).toHaveLength(1);
    expect(toasts[0]?.title).toBe(done);
    expect(toasts[0]?.description).toBe(
      `3 words${kind === 'extend' ? ' more' : ''}, as a proposal. Your text is untouched.`,
    );
  });

  it('shows our own text or the server’s when it fails', async () => {
    await ask(route, new TypeError('Failed to fetch'), requestOf(kind));
    expect(toasts).toMatchObject([{ title: failed, description: sentence, tone: 'destructive' }]);
    api.restore();
    toasts.length = 0;
    const { current } = await ask(
      route,
      { status: 502, body: problemBody(502, 'ai.provider_failed', 'The AI did not answer.') },
      requestOf(kind),
    );
    expect(toasts).toMatchObject([{ title: failed, description: quotes ? 'The AI did not answer.' : sentence }]);
    expect(current.proposal?.run).toMatchObject({ state: 'interrupted', message: 'The AI did not answer.' });
  });

  it('shows the server’s reason when it is refused', async () => {
    await ask(
      route,
      { status: 429, body: problemBody(429, 'ai.limit_reached', 'You have used all 2.') },
      requestOf(kind),
    );
    expect(toasts).toMatchObject([{ title: failed, description: 'You have used all 2.' }]);
    api.restore();
    toasts.length = 0;
    await ask(
      route,
      { status: 502, body: problemBody(502, 'ai.refused', 'The AI declined to write this.') },
      requestOf(kind),
    );
    expect(toasts).toMatchObject([{ title: failed, description: 'The AI declined to write this.' }]);
    api.restore();
    toasts.length = 0;
    await ask(
      route,
      { status: 403, body: problemBody(403, 'plan.required', 'AI writing tools require a Pro subscription.') },
      requestOf(kind),
    );
    expect(toasts).toMatchObject([
      { title: 'Pro Required', description: 'AI writing tools require a Pro subscription.' },
    ]);
  });
});

it('sends no AI request when the context choice could not be saved', async () => {
  saveChoice.mockRejectedValueOnce(new UnsavedChoiceError());
  const result = await ask('polish-chapter', { body: {} }, requestOf('polish'));
  const message = 'Your choice of what AI sees could not be saved, so nothing was sent. Please try again.';
  expect(result.current.proposal?.run).toMatchObject({ state: 'interrupted', message });
  expect(toasts).toMatchObject([{ title: 'Polish Failed', description: message, tone: 'destructive' }]);
  expect(api.requests.filter(({ route }) => route.startsWith('POST /api/ai/'))).toEqual([]);
});

describe('request bodies', () => {
  const sent = () => api.requests.find(({ route }) => route.startsWith('POST /api/ai/'));
  it('sends the chapter plan to the enhanced generator', async () => {
    const reply = { body: { content: 'x', wordCount: 1, parts: null, analysis: { characters: [] }, ...resultFields } };
    await ask('generate-chapter-enhanced', reply, requestOf('generate', { words: 3500 }), true);
    expect(sent()?.body).toEqual({
      chapterId: chapter.id,
      context,
      askedRev: 7,
      bookTitle: 'The Salt Road',
      chapterTitle: 'One',
      chapterDescription: 'A start.',
      chapterNumber: 1,
      bookGenre: 'mystery',
      targetWords: 3500,
      bookId: 'b',
    });
  });
  it('sends the selection with the full text', async () => {
    await ask(
      'enhance-content',
      { body: { enhanced_content: 'ink', ...resultFields } },
      requestOf('rewrite', { passage: { from: 4, to: 8, text: 'bear' } }),
    );
    expect(sent()?.body).toEqual({
      chapterId: chapter.id,
      context,
      askedRev: 7,
      content: 'bear',
      action: 'rewrite',
      option: null,
      isSelection: true,
      fullContent: content,
      passageStart: 4,
    });
  });
  it('sends the tone option for the whole chapter', async () => {
    await ask(
      'enhance-content',
      { body: { enhanced_content: 'ink', ...resultFields } },
      requestOf('tone', { option: 'more_formal' }),
    );
    expect(sent()?.body).toMatchObject({ content, action: 'tone', option: 'more_formal', isSelection: false });
  });
  it('sends content, context and revision when a chapter is enhanced, extended or polished', async () => {
    await ask('adjust-chapter-tone', { body: { adjusted_content: 'x', ...resultFields } }, requestOf('engaging'));
    expect(sent()?.body).toEqual({
      chapterId: chapter.id,
      context,
      askedRev: 7,
      content,
      tone: 'engaging',
      bookGenre: 'mystery',
    });
    api.restore();
    await ask(
      'extend-chapter',
      { body: { extended_content: 'x', wordsAdded: 1, ...resultFields } },
      requestOf('extend', { words: 1000 }),
    );
    expect(sent()?.body).toEqual({
      chapterId: chapter.id,
      context,
      askedRev: 7,
      content,
      bookContext: { title: 'The Salt Road', genre: 'mystery' },
      bookId: 'b',
      targetAdditionalWords: 1000,
    });
    api.restore();
    await ask('polish-chapter', { body: { polished_content: 'x', ...resultFields } }, requestOf('polish'));
    expect(sent()?.body).toEqual({
      chapterId: chapter.id,
      context,
      askedRev: 7,
      content,
      bookContext: { title: 'The Salt Road', genre: 'mystery' },
    });
  });
});

it('links retries to the first result and keeps all variants', async () => {
  let tries = 0;
  const result = mount({
    'POST /api/ai/polish-chapter': () => ({
      body: { polished_content: `Try ${(tries += 1)}.`, resultId: `r${tries}`, limits: [] },
    }),
  });
  act(() => result.current.ask(requestOf('polish')));
  for (const variants of [1, 2, 3]) {
    await waitFor(() => expect(result.current.proposal?.variants).toHaveLength(variants));
    if (variants < 3) act(() => result.current.tryAgain());
  }
  expect(result.current.proposal?.variants).toMatchObject([
    { text: 'Try 1.', resultId: 'r1' },
    { text: 'Try 2.', resultId: 'r2' },
    { text: 'Try 3.', resultId: 'r3' },
  ]);
  expect(
    api.requests
      .filter(({ route }) => route.startsWith('POST'))
      .map(({ body }) => (body as { variantOf?: string }).variantOf),
  ).toEqual([undefined, 'r1', 'r1']);
});

it('shows a toast and goes to the sign-in page when the session has ended', async () => {
  const real = window.setTimeout;
  const leaving: TimerHandler[] = [];
  window.setTimeout = ((run: TimerHandler, ms?: number) =>
    ms === 500 ? leaving.push(run) : real(run, ms)) as typeof window.setTimeout;
  await ask(
    'polish-chapter',
    { status: 401, body: problemBody(401, 'auth.signed_out', 'You are logged out. Logging in again...') },
    requestOf('polish'),
  );
  expect(toasts).toMatchObject([{ description: 'You are logged out. Logging in again...' }]);
  window.setTimeout = real;
  expect(leaving).toHaveLength(1);
});

it('shows a stopped request only in the card, without a toast', async () => {
  const result = mount({ 'POST /api/ai/polish-chapter': () => new Promise(() => undefined) });
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    String(input).includes('polish')
      ? new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))),
        )
      : real(input, init);
  act(() => result.current.ask(requestOf('polish')));
  act(() => result.current.stop());
  await waitFor(() =>
    expect(result.current.proposal?.run).toMatchObject({
      state: 'interrupted',
      message: 'Stopped. The text so far is kept here.',
    }),
  );
  expect(toasts).toEqual([]);
});

it('stops at once while the chapter is being saved, and sends no request', async () => {
  api = fakeApi({});
  const { result } = open(false, () => new Promise(() => undefined));
  act(() => result.current.ask(requestOf('polish')));
  expect(result.current.proposal?.run.state).toBe('writing');
  act(() => result.current.stop());
  await waitFor(() => expect(result.current.proposal?.run.state).toBe('interrupted'));
  expect(api.requests.some(({ route }) => route.startsWith('POST'))).toBe(false);
});

describe('a chapter that is written in parts', () => {
  const event = (name: string, data: object) =>
    new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const part = (index: number, from: number) =>
    event('part', { index, of: 4, title: `Part ${index}`, from, resultId: 'r-parts' });
  /** Starts a request whose stream sends one finished part and the start of the next, and stays open. */
  async function duringItsSecondPart() {
    const result = mount({});
    const real = globalThis.fetch;
    const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    globalThis.fetch = (input, init) => {
      if (!String(input).includes('generate-chapter')) return real(input, init);
      const body = new ReadableStream<Uint8Array>({
        start: (control) => {
          for (const piece of [part(0, 0), event('delta', { text: 'It rained.\n\n' }), part(1, 12)])
            control.enqueue(piece);
          control.enqueue(event('delta', { text: 'Then' }));
          init?.signal?.addEventListener('abort', () => control.error(new DOMException('stopped', 'AbortError')));
          stream.resolve(control);
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    };
    act(() => result.current.ask(requestOf('generate')));
    await waitFor(() =>
      expect(result.current.proposal?.run).toMatchObject({ streamingText: { text: 'It rained.\n\nThen' } }),
    );
    return { result, stream: await stream.promise };
  }
  const variants = [{ text: 'It rained.', resultId: 'r-parts' }];

  it('keeps its finished parts when it is stopped, under the id of their stored result', async () => {
    const { result } = await duringItsSecondPart();
    act(() => result.current.stop());
    const message = 'Stopped. 1 of 4 parts is finished and kept.';
    await waitFor(() =>
      expect(result.current.proposal).toMatchObject({
        run: { state: 'interrupted', cause: 'kept', message },
        variants,
      }),
    );
  });

  it('keeps its finished parts when it fails, and says that they count as a use', async () => {
    const { result, stream } = await duringItsSecondPart();
    stream.enqueue(event('error', problemBody(503, 'ai.unavailable', 'The AI did not answer.')));
    const message = '1 of 4 parts is finished and kept. The AI did not answer.';
    await waitFor(() =>
      expect(result.current.proposal).toMatchObject({
        run: { state: 'interrupted', cause: 'kept', message },
        variants,
      }),
    );
  });
});

describe('a stopped text', () => {
  const event = (text: string) => new TextEncoder().encode(`event: delta\ndata: ${JSON.stringify({ text })}\n\n`);
  /** Starts a request whose stream sends one piece and stays open. */
  async function stopped() {
    const result = mount({});
    const real = globalThis.fetch;
    let tries = 0;
    globalThis.fetch = (input, init) => {
      if (!String(input).includes('polish')) return real(input, init);
      tries += 1;
      if (tries === 2)
        return Promise.resolve(Response.json({ polished_content: 'All of it.', resultId: 'r2', limits: [] }));
      const body = new ReadableStream<Uint8Array>({
        start: (control) => {
          control.enqueue(event('A be'));
          init?.signal?.addEventListener('abort', () => control.error(new DOMException('stopped', 'AbortError')));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    };
    act(() => result.current.ask(requestOf('polish')));
    await waitFor(() =>
      expect(result.current.proposal?.run).toMatchObject({ state: 'writing', streamingText: { text: 'A be' } }),
    );
    return result;
  }
  const stop = async (result: Awaited<ReturnType<typeof stopped>>) => {
    act(() => result.current.stop());
    await waitFor(() =>
      expect(result.current.proposal).toMatchObject({
        run: { state: 'interrupted' },
        variants: [{ text: 'A be', resultId: null }],
        shown: 0,
      }),
    );
  };

  it('does not render the page for each token, only at start and end', async () => {
    const result = await stopped();
    const before = result.current;
    if (before.proposal?.run.state === 'writing')
      for (let token = 0; token < 200; token += 1) before.proposal.run.streamingText.append(' ar');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(result.current).toBe(before);
    act(() => result.current.stop());
    await waitFor(() => expect(result.current.proposal?.variants[0]?.text).toBe(`A be${' ar'.repeat(200)}`));
  });

  it('stays a variant next to its retries', async () => {
    const result = await stopped();
    await stop(result);
    act(() => result.current.tryAgain());
    await waitFor(() =>
      expect(result.current.proposal?.variants).toMatchObject([
        { text: 'A be', resultId: null },
        { text: 'All of it.', resultId: 'r2' },
      ]),
    );
  });

  it('blocks another request or a saved result until it is discarded', async () => {
    const result = await stopped();
    await stop(result);
    act(() => result.current.ask(requestOf('extend')));
    act(() =>
      result.current.reopen(requestOf('generate', { isSavedResult: true }), [{ text: 'Kept.', resultId: 'k' }]),
    );
    expect(toasts.map(({ title }) => title)).toEqual([
      'The proposal below was stopped',
      'The proposal below was stopped',
    ]);
    expect(result.current.proposal).toMatchObject({ request: { kind: 'polish' }, variants: [{ text: 'A be' }] });
    act(() => result.current.drop());
    act(() =>
      result.current.reopen(requestOf('generate', { isSavedResult: true }), [{ text: 'Kept.', resultId: 'k' }]),
    );
    expect(result.current.proposal?.variants).toEqual([{ text: 'Kept.', resultId: 'k' }]);
  });

  it('is persisted for a reload, and the browser warns before unloading', async () => {
    const result = await stopped();
    const unload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const persisted = () => {
      window.dispatchEvent(new Event('pagehide'));
      return JSON.parse(sessionStorage.getItem('inkbear-draft::proposals') ?? '{}') as Record<string, unknown>;
    };
    expect([unload(), persisted()[chapter.id]]).toEqual([false, undefined]);
    await stop(result);
    expect([unload(), persisted()[chapter.id]]).toMatchObject([
      false,
      { wish: { kind: 'polish' }, attempts: [{ text: 'A be' }] },
    ]);
    act(() => result.current.drop());
    expect([unload(), persisted()[chapter.id]]).toEqual([true, undefined]);
  });

  it('does not let a saved result replace a running request', async () => {
    const result = await stopped();
    act(() =>
      result.current.reopen(requestOf('generate', { isSavedResult: true }), [{ text: 'Kept.', resultId: 'k' }]),
    );
    expect(toasts.at(-1)?.title).toBe('A proposal is being written');
    expect(result.current.proposal?.run).toMatchObject({ state: 'writing', streamingText: { text: 'A be' } });
    act(() => result.current.drop());
  });
});

it('continues while another chapter is open, names its chapter in the toast, and is shown on return', async () => {
  let answer: (value: { body: object }) => void = () => undefined;
  api = fakeApi({
    'POST /api/ai/polish-chapter': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const first = open();
  act(() => first.result.current.ask(requestOf('polish')));
  first.unmount();
  const home = chapter;
  chapter = { ...chapter, id: `${chapter.id}-other` };
  const other = open();
  expect(other.result.current.proposal).toBeNull();
  await waitFor(() => expect(api.requests.some(({ route }) => route.includes('polish'))).toBe(true));
  answer({ body: { polished_content: 'Ink.', ...resultFields } });
  await waitFor(() =>
    expect(toasts).toMatchObject([
      {
        title: 'Chapter Polished Successfully!',
        description: '1 word, as a proposal for “One”. Your text is untouched.',
      },
    ]),
  );
  expect(other.result.current.proposal).toBeNull();
  other.unmount();
  chapter = home;
  const back = open();
  expect(back.result.current.proposal).toMatchObject({
    run: { state: 'idle' },
    variants: [{ text: 'Ink.', resultId: 'r1' }],
  });
});
