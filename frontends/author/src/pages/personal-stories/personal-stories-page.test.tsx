import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { storyTemplates } from '@inkbear/contracts/stories/story-templates';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useRoutes } from 'react-router-dom';
import { storyDraft } from '../../features/story-templates/story-draft.ts';
import PersonalStoriesPage from './personal-stories-page.tsx';

const at = '2026-01-01T00:00:00.000Z';
const story = {
  id: 's1',
  title: 'Life Milestone - Ruth',
  storyType: 'life-milestone',
  formData: {},
  targetWordCount: 1500,
  content: 'They met on a bus.',
  wordCount: 5,
  isComplete: false,
  authorName: '',
  publishingHouse: '',
  dedication: '',
  synopsis: '',
  introduction: '',
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  exported: false,
  rev: 2,
  createdAt: at,
  updatedAt: at,
};
/** The story as it is in the story list. */
const { content: _text, ...item } = story;
const toasts = collectToasts();
const saved: { name: string; blob: Blob }[] = [];
let api: ReturnType<typeof fakeApi>;
let address = '';
beforeEach(() => {
  localStorage.clear();
  saved.length = 0;
  globalThis.CSS = { escape: (text: string) => text } as typeof CSS;
  window.scrollTo = () => undefined;
  URL.createObjectURL = (blob) => {
    saved.push({ name: '', blob: blob as Blob });
    return 'blob:story';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function keepName(this: HTMLAnchorElement) {
    const last = saved.at(-1);
    if (last) last.name = this.download;
  };
});
afterEach(() => {
  cleanup();
  api.restore();
});

function open(answers: Parameters<typeof fakeApi>[0] = {}, { plan = 'pro_monthly', path = '/personal-stories' } = {}) {
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { plan, isActive: plan !== 'free', planEndDate: null } },
    'GET /api/personal-stories': { body: [] },
    'GET /api/trash': { body: [] },
    ...answers,
  });
  const Here = () => {
    const { pathname, search } = useLocation();
    address = pathname + search;
    return useRoutes([
      { path: '/personal-stories', element: <PersonalStoriesPage /> },
      { path: '*', element: null },
    ]);
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Here />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** Matches the whole label, because another label may start with the same words. */
const nameOf = (label: string) => new RegExp(`^${label}( \\(optional\\))?$`);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(nameOf(label));
const sent = () => api.requests.filter(({ route }) => route === 'POST /api/personal-stories');

describe('PersonalStoriesPage', () => {
  it('lists stories with state, words and type, and links to their editor', async () => {
    open({
      'GET /api/personal-stories': {
        body: [item, { ...item, id: 's2', title: 'Empty', wordCount: 0, isComplete: true }],
      },
    });
    const list = within(await screen.findByRole('region', { name: 'Your Personal Stories' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Life Milestone - RuthDraftLife Milestone5 wordsExport TextEdit & Enhance',
      'EmptyCompleteLife Milestone0 wordsEdit & Enhance',
    ]);
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/story/s1', '/story/s2']);
    expect(screen.getAllByRole('button', { name: /^Create Story/ })).toHaveLength(4);
    expect(
      screen.getByText('Included with Pro plans. Same AI enhancement tools as books. Generation limits apply.'),
    ).toBeDefined();
  });

  it('shows no list without stories', async () => {
    open();
    await screen.findByText(/what you deleted/);
    expect(screen.queryByText('Your Personal Stories')).toBeNull();
  });

  it('exports the current text from the server', async () => {
    open({
      'GET /api/personal-stories': { body: [item] },
      'GET /api/personal-stories/s1': {
        body: { ...story, title: 'Ruth, a life', content: 'They met on a bus. It rained.' },
      },
    });
    await press('Export Text: Life Milestone - Ruth');
    await waitFor(() => expect(saved.map(({ name, blob }) => [name, blob.size])).toEqual([['Ruth, a life.txt', 29]]));
  });

  it('moves a story to the trash and restores it', async () => {
    open({
      'GET /api/personal-stories': { body: [item] },
      'DELETE /api/personal-stories/s1': { body: { message: 'In the trash.' } },
      'GET /api/trash': {
        body: [{ id: 't1', kind: 'story', itemId: 's1', title: story.title, deletedAt: at, purgeAt: at }],
      },
      'POST /api/trash/t1/restore': { body: { message: 'It is back.' } },
    });
    await press('Delete Life Milestone - Ruth');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Moved to the trash' }]));
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect(toasts[1]).toMatchObject({ title: 'Restored', description: 'It is back.' }));
  });

  it('moves the focus to the next story after a deletion', async () => {
    open({
      'GET /api/personal-stories': { body: [item, { ...item, id: 's2', title: 'Empty', wordCount: 0 }] },
      'DELETE /api/personal-stories/s1': { body: { message: 'In the trash.' } },
    });
    await press('Delete Life Milestone - Ruth');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit & Enhance: Empty'));
  });
});

describe('NewStory', () => {
  it('lists missing answers in form order', async () => {
    open();
    await press('Create Story: Life Milestone');
    await userEvent.type(field('Milestone'), 'A golden wedding');
    await press('Create Personal Story');
    expect(toasts).toMatchObject([
      { title: 'Missing Information', description: "Please fill in: Person's Name, Life Story, Celebration Theme" },
    ]);
    expect([document.activeElement, sent()]).toEqual([field("Person's Name"), []]);
    expect(field("Person's Name").getAttribute('aria-invalid')).toBe('true');
  });

  it('creates the story, returns to the list and deletes the draft', async () => {
    open(
      { 'POST /api/personal-stories': { status: 201, body: story } },
      { path: '/personal-stories?template=achievement-celebration' },
    );
    const type = async (label: string, text: string) =>
      userEvent.type(await screen.findByLabelText(nameOf(label)), text);
    await type("Person's Name", 'Ruth');
    await type('Achievement', 'A degree');
    await type('Journey Details', 'Long.');
    await userEvent.selectOptions(field('Story Length'), 'Extended (5-7 pages)');
    expect(storyDraft.read(fakeUser.id, 'achievement-celebration')).toMatchObject({ Achievement: 'A degree' });
    await press('Create Personal Story');
    await waitFor(() =>
      expect(toasts).toMatchObject([
        {
          title: 'Story Created!',
          description: 'Your personal story has been created. You can now edit and enhance it.',
        },
      ]),
    );
    expect(sent()[0]?.body).toMatchObject({
      title: 'Achievement Celebration - Ruth',
      storyType: 'achievement-celebration',
      targetWordCount: 2500,
      formData: { 'Journey Details': 'Long.' },
    });
    expect(sent()[0]?.headers.get('Idempotency-Key')).toMatch(/-/);
    expect([address, storyDraft.read(fakeUser.id, 'achievement-celebration')]).toEqual(['/personal-stories', null]);
    act(() => toasts[0]?.action?.run());
    expect(address).toBe('/story/s1');
  });

  it('restores the draft of its template only', async () => {
    storyDraft.save(fakeUser.id, 'family-legacy', { 'Family Name': 'Vell' });
    storyDraft.save('somebody', 'life-milestone', { Milestone: 'Not yours' });
    open();
    await press('Create Story: Life Milestone');
    expect([field('Milestone').value, toasts]).toEqual(['', []]);
    await press('Back to Templates');
    await press('Create Story: Family Legacy');
    expect([field('Family Name').value, toasts]).toEqual([
      'Vell',
      [{ title: 'Draft Loaded', description: 'Your previous draft has been restored.' }],
    ]);
  });

  it('shows a sample without overwriting the draft', async () => {
    storyDraft.save(fakeUser.id, 'family-legacy', { 'Family Name': 'Vell' });
    open();
    await press('Try Sample: Family Legacy');
    const sample = storyTemplates.find(({ id }) => id === 'family-legacy')?.sample;
    expect([field('Family Name').value, field('Legacy Message').value]).toEqual([
      sample?.['Family Name'],
      sample?.['Legacy Message'],
    ]);
    await userEvent.type(field('Family Name'), '!');
    expect(storyDraft.read(fakeUser.id, 'family-legacy')).toEqual({ 'Family Name': 'Vell' });
    await press('Back to my draft');
    expect(field('Family Name').value).toBe('Vell');
    await userEvent.type(field('Family Name'), 's');
    expect(storyDraft.read(fakeUser.id, 'family-legacy')).toEqual({ 'Family Name': 'Vells' });
  });

  it.each([
    [
      'the plan',
      {
        status: 403,
        body: problemBody(
          403,
          'plan.required',
          'Personal stories require a Pro plan. Upgrade to create personalized content.',
        ),
      },
      'Pro Plan Required',
      'Personal stories require a Pro plan. Upgrade to create personalized content.',
    ],
    [
      'the server',
      { status: 503, body: problemBody(503, 'server.unavailable', 'Come back in a minute.') },
      'Creation Failed',
      'Come back in a minute.',
    ],
    [
      'the network',
      new TypeError('Failed to fetch'),
      'Creation Failed',
      'Failed to create your story. Please try again.',
    ],
  ])('shows why %s refused the story, and keeps the form', async (_source, answer, title, description) => {
    open({ 'POST /api/personal-stories': answer }, { plan: 'free' });
    await press('Try Sample: Professional Journey');
    expect(screen.getByRole('complementary', { name: 'Your plan' }).textContent).toContain(
      'Personal stories require a Pro plan.',
    );
    await press('Create Personal Story');
    await waitFor(() => expect(toasts).toEqual([{ title, description, tone: 'destructive' }]));
    expect(field('Current Position').value).not.toBe('');
    const first = sent()[0]?.headers.get('Idempotency-Key');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Personal Story' }).disabled).toBe(false),
    );
    await press('Create Personal Story');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.headers.get('Idempotency-Key')).toBe(first);
  });

  it('shows one busy state while creating', async () => {
    let finish: (answer: { status: number; body: unknown }) => void = () => undefined;
    open({
      'POST /api/personal-stories': () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await press('Try Sample: Life Milestone');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Personal Story' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() =>
      expect([button.textContent, button.disabled, sent().length]).toEqual(['Creating Story...', true, 1]),
    );
    act(() => finish({ status: 201, body: story }));
    await waitFor(() => expect(address).toBe('/personal-stories'));
  });
});
