import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import {
  type FakeAnswer,
  fakeApi,
  type FakeRequest,
  fakeUser,
  problemBody,
} from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EditorView } from '@codemirror/view';
import { MemoryRouter, useRoutes } from 'react-router-dom';
import StoryPage from './story-page.tsx';

const at = '2026-01-01T00:00:00.000Z';
const limits = {
  canGenerate: true,
  totalGenerations: 0,
  maxGenerations: 1,
  canEdit: true,
  totalEdits: 0,
  maxEdits: 2,
  canPolish: true,
  totalPolish: 0,
  maxPolish: 2,
};
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
let id = '';
let count = 0;
let stored = { rev: 1, content: '' };
const storyOf = () => ({
  id,
  title: 'Family Legacy',
  storyType: 'family-legacy',
  formData: { 'Family Name': 'Vell', 'Special Traditions': '' },
  targetWordCount: 1500,
  content: stored.content,
  wordCount: 0,
  isComplete: false,
  authorName: '',
  publishingHouse: 'Inkbear Publishing Hub',
  dedication: 'For Mara',
  synopsis: '',
  introduction: '',
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  exported: false,
  rev: stored.rev,
  createdAt: at,
  updatedAt: at,
});
beforeEach(() => {
  localStorage.clear();
  id = `story-${(count += 1)}`;
  stored = { rev: 1, content: '' };
  // jsdom has no layout, but the editor and the card ask for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Element.prototype.scrollIntoView = () => undefined;
  window.matchMedia = () =>
    ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as unknown as MediaQueryList;
});
afterEach(() => {
  cleanup();
  api.restore();
});

async function open(
  content = '',
  answers: Record<string, FakeAnswer | Error | ((request: FakeRequest) => FakeAnswer)> = {},
) {
  stored = { rev: 1, content };
  const path = `/api/personal-stories/${id}`;
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    [`GET ${path}`]: () => ({ body: storyOf() }),
    [`GET ${path}/limits`]: { body: limits },
    'GET /api/ai/status': { body: { provider: 'offline', model: 'offline' } },
    'GET /api/ai/limits': { body: [] },
    'GET /api/ai/results': { body: [] },
    [`PATCH ${path}`]: () => ({ body: { ...storyOf(), rev: (stored.rev += 1) } }),
    ...Object.fromEntries(Object.entries(answers).map(([route, answer]) => [route.replace('~', path), answer])),
  });
  const Page = () => useRoutes([{ path: '/story/:id', element: <StoryPage /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/story/${id}`]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return await screen.findByRole('group', { name: 'AI tools' });
}
const view = () => EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Family Legacy, text' })) as EditorView;
const text = () => view().state.doc.toString();
const select = (from: number, to: number) => act(() => view().dispatch({ selection: { anchor: from, head: to } }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (name: string) =>
  api.requests.filter(({ route }) => route === `POST /api/personal-stories/${id}/${name}`).map(({ body }) => body);
const expectToasts = (...expected: object[]) => waitFor(() => expect(toasts).toMatchObject(expected));
const resultFields = { resultId: 'r1', limits: [] };

describe('StoryPage for a story of someone else', () => {
  it('shows “Story Not Found” with a link to the stories', async () => {
    api = fakeApi({ 'GET /api/user': { body: fakeUser } });
    const Page = () => useRoutes([{ path: '/story/:id', element: <StoryPage /> }]);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={['/story/other']}>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('Story Not Found');
    expect(screen.getByRole('link', { name: 'Back to Stories' }).getAttribute('href')).toBe('/personal-stories');
  });
});

describe('StoryPage for an empty story', () => {
  it('offers to generate it, shows its details, and refuses edit, save and export actions', async () => {
    await open();
    const info = within(await screen.findByRole('region', { name: 'Story Info' }));
    await waitFor(() =>
      expect(info.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
        'Family Legacy',
        '1,500 words',
        '0/1',
        '0/2',
        '0/2',
      ]),
    );
    expect(
      within(screen.getByRole('region', { name: 'Book Information' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dedication: written', 'Synopsis: not written', 'Introduction: not written']);
    expect(screen.getByRole('region', { name: 'Story Details' }).textContent).toBe('Story DetailsFamily NameVell');
    expect(screen.getByRole('complementary', { name: 'How to begin' }).textContent).toContain(
      'about 1,500 words from your answers',
    );
    for (const name of ['Polish Story', 'Change Tone', 'Adjust Length', 'PDF', 'Text']) await press(name);
    act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true })));
    expect(toasts.map(({ title, description }) => [title, description])).toEqual(
      Array(6).fill(['No Content', 'Generate or write some content first.']),
    );
    toasts.length = 0;
    await press('Enhance Selection');
    await expectToasts({ title: 'Select Text First', description: 'Highlight text in your story to enhance it.' });
    expect(api.requests.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  });

  const generate = () => {
    stored = { rev: 2, content: 'The Vells kept the lamps.' };
    return { body: { content: stored.content, wordCount: 5, storedRev: 2, ...resultFields } };
  };
  const countSaves = () => api.requests.filter(({ route }) => route.startsWith('PATCH')).length;

  it('receives the generated text directly, with Undo', async () => {
    await open('', { 'POST ~/generate': generate });
    await press('Generate Story');
    await expectToasts({
      title: 'Story Generated!',
      description: expect.stringContaining('5 words are in “Family Legacy” and saved.') as unknown as string,
    });
    expect(text()).toBe('The Vells kept the lamps.');
    expect([
      screen.queryByRole('button', { name: 'Generate Story' }),
      screen.queryByRole('region', { name: 'Proposal' }),
    ]).toEqual([null, null]);
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect([text(), countSaves()]).toEqual(['', 1]));
  });

  it('focuses the text when the button and the proposal of the generated text are gone', async () => {
    await open('', { 'POST ~/generate': generate });
    await press('Generate Story');
    await waitFor(() => expect(document.activeElement?.className).toContain('cm-content'));
  });

  it('shows when the Undo of the generated text is not saved yet', async () => {
    let isBusy = true;
    await open('', {
      'POST ~/generate': generate,
      'PATCH ~': () =>
        isBusy
          ? { status: 503, body: problemBody(503, 'server.unavailable', 'busy') }
          : { body: { ...storyOf(), rev: (stored.rev += 1) } },
    });
    await press('Generate Story');
    await expectToasts({ title: 'Story Generated!' });
    act(() => toasts[0]?.action?.run());
    await waitFor(() =>
      expect(toasts[1]?.description).toMatch(/^The story is as it was before\. It is not saved yet;/),
    );
    expect(text()).toBe('');
    isBusy = false;
    await waitFor(() => expect(countSaves()).toBe(2));
  });

  it('shows a proposal when the author has written meanwhile', async () => {
    await open('', {
      'POST ~/generate': {
        body: { content: 'The Vells kept the lamps.', wordCount: 5, storedRev: null, ...resultFields },
      },
    });
    await press('Generate Story');
    await expectToasts({ title: 'Story Generated!', description: '5 words, as a proposal. Your text is untouched.' });
    expect(text()).toBe('');
    await screen.findByRole('region', { name: 'Proposal' });
  });

  it.each([
    [
      'a missing plan',
      { status: 403, body: problemBody(403, 'plan.required', 'Story generation requires a Pro plan.') },
      'Pro Plan Required',
      'Story generation requires a Pro plan.',
    ],
    [
      'a server error',
      { status: 502, body: problemBody(502, 'ai.provider_failed', 'The AI did not answer.') },
      'Generation Failed',
      'The AI did not answer.',
    ],
    [
      'a network error',
      new TypeError('Failed to fetch'),
      'Generation Failed',
      'Failed to generate story. Please try again.',
    ],
  ])('shows an error for %s', async (_what, answer, title, description) => {
    await open('', { 'POST ~/generate': answer });
    await press('Generate Story');
    await expectToasts({ title, description, tone: 'destructive' });
  });

  it('shows the used generations when none remain', async () => {
    await open('', { 'GET ~/limits': { body: { ...limits, canGenerate: false, totalGenerations: 1 } } });
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Generate Story (1/1 used)' })).disabled).toBe(
      true,
    );
  });
});

describe('StoryPage for a story with text', () => {
  const content = 'He waited long.\n\nHe waited long.\n\nThen it rained.';

  it('enhances exactly the selected passage after it is accepted', async () => {
    await open(content, { 'POST ~/enhance': { body: { enhancedText: 'He waited until dusk.', ...resultFields } } });
    select(17, 32);
    await press('Enhance Selection');
    const dialog = within(await screen.findByRole('dialog', { name: 'Enhance Selected Text' }));
    expect(dialog.getByLabelText('Selected text').textContent).toBe('He waited long.');
    await userEvent.type(dialog.getByLabelText(/^Anything to keep in mind/), 'Dusk.');
    await userEvent.click(dialog.getByRole('button', { name: /^Add Details/ }));
    await expectToasts({ title: 'Text Enhanced' });
    expect(sent('enhance')).toEqual([
      {
        selectedText: 'He waited long.',
        enhancementType: 'description',
        instruction: 'Dusk.',
        fullContent: content,
        passageStart: 17,
        askedRev: 1,
      },
    ]);
    expect(text()).toBe(content);
    await press(/^Accept/);
    expect(text()).toBe('He waited long.\n\nHe waited until dusk.\n\nThen it rained.');
  });

  it.each([
    [10, 'He waited '],
    [16, '          \n\n    '],
  ])('refuses to enhance a selection of %i characters that is too short or blank', async (length, start) => {
    await open(`${start}${content}`);
    select(0, length);
    await press('Enhance Selection');
    await expectToasts({ title: 'Select Text First', description: 'Highlight text in your story to enhance it.' });
  });

  it('truncates a long selection after 100 characters', async () => {
    await open('x'.repeat(300));
    select(0, 200);
    await press('Enhance Selection');
    expect((await screen.findByLabelText('Selected text')).textContent).toBe(`${'x'.repeat(100)}…`);
  });

  it.each([
    ['Polish Story', null, 'polish', 'Story Polished', {}, 'Failed to polish story. Please try again.'],
    [
      'Change Tone',
      /^Celebratory/,
      'tone',
      'Tone Changed',
      { tone: 'celebratory' },
      'Failed to change tone. Please try again.',
    ],
    [
      'Adjust Length',
      /^Condense/,
      'adjust-length',
      'Length Adjusted',
      { adjustment: 'condense' },
      'Failed to adjust length. Please try again.',
    ],
  ])(
    '%s creates a proposal for the whole story, and shows failures',
    async (button, choice, route, title, option, failure) => {
      const answer = jest.fn<() => FakeAnswer>(() => ({
        body: { content: content.replace('rained', 'poured'), ...resultFields },
      }));
      await open(content, { [`POST ~/${route}`]: answer });
      const ask = async () => {
        await press(button);
        if (choice)
          await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: choice }));
      };
      await ask();
      await expectToasts({ title });
      expect([sent(route), text()]).toEqual([[{ content, askedRev: 1, ...option }], content]);
      await press('Discard');
      // The button disappears, so the focus must move to the editor.
      expect(document.activeElement?.closest('.cm-editor')).not.toBeNull();
      answer.mockImplementation(() => ({ status: 502, body: problemBody(502, 'ai.provider_failed', 'no') }));
      await ask();
      await expectToasts({ title }, { title: 'Error', description: failure });
    },
  );

  it('disables all AI buttons while one is busy, and shows used-up limits', async () => {
    let finish: (answer: FakeAnswer) => void = () => undefined;
    const tools = await open(content, {
      'GET ~/limits': { body: { ...limits, canEdit: false, totalEdits: 2 } },
      'POST ~/polish': (() =>
        new Promise((resolve) => {
          finish = resolve;
        })) as unknown as () => FakeAnswer,
    });
    const states = () =>
      within(tools)
        .getAllByRole<HTMLButtonElement>('button')
        .map(({ textContent, disabled }) => [textContent, disabled]);
    await waitFor(() =>
      expect(states()).toEqual([
        ['Enhance Selection (2/2 used)', true],
        ['Polish Story', false],
        ['Change Tone', false],
        ['Adjust Length', false],
      ]),
    );
    await press('Polish Story');
    await waitFor(() => expect(states().map(([, disabled]) => disabled)).toEqual([true, true, true, true]));
    act(() => finish({ body: { content, ...resultFields } }));
    await waitFor(() => expect(states()[1]).toEqual(['Polish Story', false]));
  });

  it('keeps the partial text of a stopped request without changing the story', async () => {
    await open(content);
    const others = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      if (!String(input).includes('/polish')) return others(input, init);
      const stream = new ReadableStream<Uint8Array>({
        start: (writer) => {
          writer.enqueue(new TextEncoder().encode('event: delta\ndata: {"text":"He waited until "}\n\n'));
          init?.signal?.addEventListener('abort', () => writer.error(init.signal?.reason));
        },
      });
      return Promise.resolve(new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } }));
    };
    await press('Polish Story');
    await screen.findByText(/He waited until/);
    await press('Stop');
    await screen.findByText('Stopped. The text so far is kept here.');
    expect([text(), toasts]).toEqual([content, []]);
    await press('Change Tone');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Reflective/ }));
    await expectToasts({
      title: 'The proposal below was stopped',
      description: expect.stringContaining('Insert it into your story or discard it') as unknown as string,
    });
    await press('Discard');
  });

  it('does not offer a generated text again that the story contains, even after edits', async () => {
    await open('He waited long.\n\nAnd on.', {
      'GET /api/ai/results': {
        body: [
          { resultId: 'g1', kind: 'story-generate', createdAt: at, text: 'He waited long.\n\nThe end.', askedRev: 1 },
        ],
      },
    });
    await screen.findByText('Saved results (1)');
    expect(screen.queryByRole('complementary', { name: 'A saved result' })).toBeNull();
  });

  it('lists saved results page after page, until the oldest is shown', async () => {
    await open(content, {
      'GET /api/ai/results': ({ query }) => {
        const page = Number(query.get('cursor') ?? 0);
        const kind = page === 0 ? 'quiz' : 'story-tone';
        return {
          body: [{ resultId: `r${page}`, kind, createdAt: at, text: `Version ${page}.`, askedRev: 1 }],
          headers: page < 2 ? { Link: `</api/ai/results?storyId=s1&cursor=${page + 1}>; rel="next"` } : {},
        };
      },
    });
    await screen.findByText('Saved results (0+)');
    await press('Show older results');
    await screen.findByText('Saved results (1+)');
    await press('Show older results');
    await screen.findByText('Saved results (2)');
    expect(screen.queryByRole('button', { name: 'Show older results' })).toBeNull();
  });

  it('requires an author name for the story information', async () => {
    await open(content, { 'PUT ~': ({ body }) => ({ body: { ...storyOf(), ...(body as object) } }) });
    await press('Edit Story Info');
    const dialog = within(await screen.findByRole('dialog', { name: 'Story Information' }));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Information' });
    expect(button.disabled).toBe(true);
    await userEvent.type(dialog.getByLabelText('Author name'), 'Ida Vell');
    fireEvent.click(button);
    await expectToasts({ title: 'Metadata Saved' });
    expect(api.requests.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({
      authorName: 'Ida Vell',
      seen: { authorName: '' },
    });
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Book Information' }).textContent).toContain('Ida Vell'),
    );
  });

  it('opens the PDF only when everything is saved', async () => {
    const tab = { location: { replace: jest.fn() }, close: jest.fn() };
    const opening = jest.spyOn(window, 'open').mockImplementation(() => tab as unknown as Window);
    let isUp = false;
    await open(content, {
      'PATCH ~': () =>
        isUp ? { body: { ...storyOf(), rev: 2 } } : { status: 503, body: problemBody(503, 'server.unavailable', 'no') },
    });
    await press('PDF');
    expect(opening.mock.calls).toEqual([[`/api/personal-stories/${id}/export/pdf`, '_blank', 'noopener']]);
    act(() => view().dispatch({ changes: { from: 0, insert: 'Once. ' } }));
    await press('PDF');
    await expectToasts({ title: 'Not exported' });
    expect([tab.close.mock.calls.length, tab.location.replace.mock.calls]).toEqual([1, []]);
    isUp = true;
    await press('PDF');
    await waitFor(() => expect(tab.location.replace.mock.calls).toEqual([[`/api/personal-stories/${id}/export/pdf`]]));
    opening.mockRestore();
  });

  it('searches only the story, and replaces all hits in one change', async () => {
    await open(content);
    await press('Find and replace');
    await userEvent.type(await screen.findByLabelText('Find'), 'waited');
    await userEvent.type(screen.getByLabelText('Replace with'), 'stayed');
    expect(screen.queryByRole('group', { name: 'Search in' })).toBeNull();
    await screen.findByRole('region', { name: 'Family Legacy' });
    await press('Replace all');
    await expectToasts({ title: 'Replaced', description: '2 matches in 1 story.' });
    expect(text()).toBe(content.replaceAll('waited', 'stayed'));
    act(() => toasts[0]?.action?.run());
    await expectToasts({ title: 'Replaced' }, { title: 'Undone' });
    expect(text()).toBe(content);
  });

  it('shows the history and restores a revision', async () => {
    // jsdom has no workers; this one would only compare texts.
    globalThis.Worker = class {
      postMessage() {}
      terminate() {}
      addEventListener() {}
    } as unknown as typeof Worker;
    const revision = (rev: number, kind: string) => ({ rev, at, kind, wordCount: 1 });
    await open(content, {
      'GET ~/revisions': { body: [revision(1, 'put')] },
      'GET ~/revisions/1': { body: { ...revision(1, 'put'), content: 'Once.' } },
      'POST ~/revisions/1/restore': () => {
        stored = { rev: 2, content: 'Once.' };
        return { body: storyOf() };
      },
    });
    await press('History');
    await press(/Whole text saved/);
    await press(/^Restore the text of/);
    await expectToasts({ title: 'Restored' });
    expect(text()).toBe('Once.');
  });

  it('is a draft up to 100 characters, and complete beyond', async () => {
    await open('x'.repeat(100));
    await screen.findByText('Draft');
    act(() => view().dispatch({ changes: { from: 0, insert: 'x' } }));
    await screen.findByText('Complete');
  });
});
