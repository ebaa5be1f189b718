import { afterEach, describe, expect, it } from '@jest/globals';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut, saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ChapterList } from './components/chapter-list.tsx';
import { PlanFields } from './components/plan-fields.tsx';
import { TargetField } from './components/target-field.tsx';
import { useChapterPlanForm } from './hooks/use-chapter-plan-form.ts';

const chapter: Chapter = {
  id: 'c1',
  bookId: 'b1',
  chapterNumber: 1,
  title: 'Low Water',
  content: '',
  wordCount: 100,
  targetWordCount: 2500,
  isComplete: false,
  description: 'Night.',
  keyPoints: ['One'],
  beats: [],
  storyDate: null,
  isFlashback: false,
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  rev: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const beat = (text: string) => ({ id: text, text, words: 400, povEntryId: null, entryIds: [] });
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(async () => {
  cleanup();
  await discardAfterSignOut();
  api.restore();
});
const show = (element: React.ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>);
function Plan({ stored = chapter }: { stored?: Chapter }) {
  const form = useChapterPlanForm(stored);
  return (
    <>
      <PlanFields form={form} canEdit />
      <button type="button" onClick={() => void form.addBeats(['Threat', 'Plan'])}>
        Add beats
      </button>
    </>
  );
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const typed = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;
const puts = () => api.requests.filter(({ route }) => route.startsWith('PUT')).map(({ body }) => body);

describe('ChapterPlan', () => {
  it('saves description and key points, never the text', async () => {
    api = fakeApi({ 'PUT /api/chapters/c1': ({ body }) => ({ body: { ...chapter, ...(body as object) } }) });
    show(<Plan />);
    fireEvent.change(screen.getByLabelText('Key points'), { target: { value: 'One\n\n Two ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save plan' }));
    await waitFor(() =>
      expect(puts()).toEqual([
        { description: 'Night.', keyPoints: ['One', 'Two'], seen: { description: 'Night.', keyPoints: ['One'] } },
      ]),
    );
  });

  it('keeps the input and shows a toast when saving fails', async () => {
    api = fakeApi({ 'PUT /api/chapters/c1': { status: 503, body: problemBody(503, 'server.unavailable', 'busy') } });
    show(<Plan />);
    fireEvent.change(screen.getByLabelText('What happens'), { target: { value: 'Morning.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save plan' }));
    await waitFor(() => expect(toasts[0]?.title).toBe('The chapter plan could not be saved'));
    expect(screen.getByLabelText<HTMLTextAreaElement>('What happens').value).toBe('Morning.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save plan' }).disabled).toBe(false);
  });

  it('saves a concurrently changed plan only after the author has seen both', async () => {
    api = fakeApi({ 'PUT /api/chapters/c1': ({ body }) => ({ body: { ...chapter, ...(body as object) } }) });
    const client = createQueryClient();
    const page = (stored: Chapter) => (
      <QueryClientProvider client={client}>
        <Plan stored={stored} />
      </QueryClientProvider>
    );
    const { rerender } = render(page(chapter));
    type('What happens', 'Mine.');
    rerender(page({ ...chapter, description: 'Theirs.', keyPoints: ['Theirs too'] }));
    expect([typed('What happens'), typed('Key points'), screen.getByText('Theirs.').tagName]).toEqual([
      'Mine.',
      'Theirs too',
      'BLOCKQUOTE',
    ]);
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save plan' });
    expect(save.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Keep your version: What happens' }));
    fireEvent.click(save);
    await waitFor(() =>
      expect(puts()).toEqual([
        {
          description: 'Mine.',
          keyPoints: ['Theirs too'],
          seen: { description: 'Theirs.', keyPoints: ['Theirs too'] },
        },
      ]),
    );
  });

  it('saves when the form closes', async () => {
    api = fakeApi({ 'PUT /api/chapters/c1': ({ body }) => ({ body: { ...chapter, ...(body as object) } }) });
    show(<Plan />);
    type('What happens', 'Morning.');
    cleanup();
    await waitFor(() =>
      expect(puts()).toEqual([
        { description: 'Morning.', keyPoints: ['One'], seen: { description: 'Night.', keyPoints: ['One'] } },
      ]),
    );
    expect(await saveEverything()).toBe(true);
    expect(puts()).toHaveLength(1);
  });

  it('restores an unsaved plan after a failed save on close, and warns before it is lost', async () => {
    api = fakeApi({ 'PUT /api/chapters/c1': { status: 503, body: problemBody(503, 'server.unavailable', 'busy') } });
    show(<Plan />);
    type('What happens', 'Morning.');
    cleanup();
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(await saveEverything()).toBe(false);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    show(<Plan />);
    expect(typed('What happens')).toBe('Morning.');
    cleanup();
    await discardAfterSignOut();
    show(<Plan />);
    expect(typed('What happens')).toBe('Night.');
  });

  it('adds the beats of a template below the others, and saves what is typed', async () => {
    api = fakeApi({ 'PUT /api/chapters/c1': ({ body }) => ({ body: { ...chapter, ...(body as object) } }) });
    show(<Plan stored={{ ...chapter, beats: [beat('b1')] }} />);
    type('Key points', 'One\nTyped');
    fireEvent.click(screen.getByRole('button', { name: 'Add beats' }));
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({
        title: 'Added to the chapter plan',
        description: 'The four beats are in your plan. Your text is unchanged.',
      }),
    );
    expect([puts(), typed('Beat 2'), typed('Word count of beat 3')]).toMatchObject([
      [{ keyPoints: ['One', 'Typed'], beats: [beat('b1'), { text: 'Threat', words: 400 }, { text: 'Plan' }] }],
      'Threat',
      '400',
    ]);
  });

  it('refuses too many beats and key points instead of dropping some', () => {
    api = fakeApi({});
    show(<Plan stored={{ ...chapter, beats: Array.from({ length: 29 }, (_, at) => beat(`b${at}`)) }} />);
    fireEvent.click(screen.getByRole('button', { name: 'Add beats' }));
    expect(toasts[0]).toMatchObject({
      title: 'Not added to the chapter plan',
      description: 'A plan holds at most 30 beats; there are 31. Please remove some.',
    });
    expect(screen.queryByLabelText('Beat 30')).toBeNull();
    type('Key points', Array.from({ length: 51 }, (_, at) => `Point ${at}`).join('\n'));
    expect(screen.getByText('A plan holds at most 50 key points; there are 51. Please remove some.')).toBeDefined();
    fireEvent.submit(screen.getByRole('form', { name: 'Plan of this chapter' }));
    expect(puts()).toEqual([]);
  });
});

describe('the beats of a plan', () => {
  const saveReplies = {
    'PUT /api/chapters/c1': ({ body }: { body: unknown }) => ({ body: { ...chapter, ...(body as object) } }),
  };
  const withBeats = { ...chapter, beats: [beat('A'), beat('B')] };
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const save = () => press('Save plan');
  const focused = () => document.activeElement?.getAttribute('aria-label');

  it('are written, counted, ordered and removed', async () => {
    api = fakeApi(saveReplies);
    show(<Plan stored={withBeats} />);
    press('Add a beat');
    expect(document.activeElement).toBe(screen.getByLabelText('Beat 3'));
    type('Beat 3', 'C');
    type('Word count of beat 3', '1500');
    press('Move beat 3 up');
    press('Remove beat 1');
    save();
    const added = { ...beat('C'), id: expect.any(String), words: 1500 };
    await waitFor(() =>
      expect(puts()).toMatchObject([{ beats: [added, beat('B')], seen: { beats: withBeats.beats } }]),
    );
  });

  it('keep the focus of a button that moves or removes one', () => {
    api = fakeApi({});
    show(<Plan stored={{ ...withBeats, beats: [...withBeats.beats, beat('C')] }} />);
    press('Move beat 1 down');
    expect([typed('Beat 2'), focused()]).toEqual(['A', 'Move beat 2 down']);
    expect(screen.getByText('Beat 1 is now beat 2 of 3.')).toBeDefined();
    press('Move beat 2 down');
    expect([typed('Beat 3'), focused()]).toEqual(['A', 'Move beat 3 up']);
    press('Remove beat 3');
    expect(document.activeElement).toBe(screen.getByLabelText('Beat 2'));
    press('Remove beat 2');
    press('Remove beat 1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a beat' }));
  });

  it('are not saved without a text, and not with a number of words that is out of range', async () => {
    api = fakeApi(saveReplies);
    show(<Plan stored={withBeats} />);
    press('Add a beat');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save plan' }).disabled).toBe(true);
    type('Word count of beat 1', '99');
    expect(screen.getByText('From 100 to 2,000')).toBeDefined();
    fireEvent.blur(screen.getByLabelText('Word count of beat 1'));
    expect(typed('Word count of beat 1')).toBe('400');
    type('Beat 1', 'A2');
    save();
    await waitFor(() => expect(puts()).toMatchObject([{ beats: [{ text: 'A2', words: 400 }, { text: 'B' }] }]));
  });

  it('are at most 30', () => {
    api = fakeApi({});
    show(<Plan stored={{ ...chapter, beats: Array.from({ length: 30 }, (_, at) => beat(`b${at}`)) }} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a beat' }).disabled).toBe(true);
  });

  it('are shown as text when they were changed elsewhere', () => {
    api = fakeApi({});
    const client = createQueryClient();
    const page = (stored: Chapter) => (
      <QueryClientProvider client={client}>
        <Plan stored={stored} />
      </QueryClientProvider>
    );
    const { rerender } = render(page(withBeats));
    type('Beat 1', 'Mine.');
    rerender(page({ ...withBeats, beats: [beat('Theirs.')] }));
    expect(screen.getByText('1. Theirs. (400 words)').tagName).toBe('BLOCKQUOTE');
    press('Use the saved version: Beats');
    expect([typed('Beat 1'), screen.queryByLabelText('Beat 2')]).toEqual(['Theirs.', null]);
  });

  it('are shown beside the chapter’s date and its flashback setting', async () => {
    api = fakeApi(saveReplies);
    show(<Plan stored={chapter} />);
    type('Date in the story (optional)', '1911-03-04');
    fireEvent.click(screen.getByLabelText('This chapter is a flashback'));
    save();
    await waitFor(() => expect(puts()).toMatchObject([{ storyDate: '1911-03-04', isFlashback: true }]));
    expect(puts()[0]).not.toHaveProperty('beats');
  });
});

describe('TargetField', () => {
  it.each([
    ['3000', 3000],
    ['600', undefined],
    ['20000', undefined],
  ])('saves %s as %s and replaces an invalid target by 2,500', async (entered, saved) => {
    api = fakeApi({ 'PUT /api/chapters/c1': ({ body }) => ({ body: { ...chapter, ...(body as object) } }) });
    show(<TargetField chapter={chapter} canEdit />);
    const field = screen.getByLabelText<HTMLInputElement>('Target words');
    fireEvent.change(field, { target: { value: entered } });
    fireEvent.blur(field);
    if (saved === undefined) expect([field.value, puts()]).toEqual(['2500', []]);
    else await waitFor(() => expect(puts()).toEqual([{ targetWordCount: saved }]));
  });
});

it('moves a chapter with Alt and an arrow key, and announces its new place', async () => {
  api = fakeApi({ 'PUT /api/books/b1/chapter-order': { body: [] } });
  const chapters = ['A', 'B', 'C'].map((title, at) => ({ ...chapter, id: title, title, chapterNumber: at + 1 }));
  show(
    <ChapterList
      bookId="b1"
      chapters={chapters}
      currentId={null}
      canEdit
      onOpen={() => undefined}
      onBeforeRemove={() => Promise.resolve(true)}
    />,
  );
  fireEvent.keyDown(screen.getByRole('button', { name: /^1\s?A/ }), { key: 'ArrowDown', altKey: true });
  await waitFor(() => expect(puts()).toEqual([{ chapterIds: ['B', 'A', 'C'] }]));
  expect(screen.getByText('A is now chapter 2 of 3.')).toBeDefined();
});

it.each([
  [true, 1],
  [false, 0],
])('moves a chapter to the trash only when everything is saved: %s', async (isSaved, deleted) => {
  api = fakeApi({ 'DELETE /api/chapters/c1': { body: { message: 'gone' } } });
  const chapters = [{ ...chapter, title: 'A' }];
  show(
    <ChapterList
      bookId="b1"
      chapters={chapters}
      currentId={null}
      canEdit
      onOpen={() => undefined}
      onBeforeRemove={() => Promise.resolve(isSaved)}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More for A' }));
  fireEvent.click(await screen.findByText('Move to trash'));
  await waitFor(() =>
    expect(toasts.at(-1)?.title).toBe(isSaved ? 'Moved to the trash' : 'The chapter could not be deleted'),
  );
  expect(api.requests.filter(({ route }) => route === 'DELETE /api/chapters/c1')).toHaveLength(deleted);
});

it('drops a dragged chapter at the drop line', async () => {
  api = fakeApi({ 'PUT /api/books/b1/chapter-order': { body: [] } });
  const chapters = ['A', 'B', 'C'].map((title, at) => ({ ...chapter, id: title, title, chapterNumber: at + 1 }));
  show(
    <ChapterList
      bookId="b1"
      chapters={chapters}
      currentId={null}
      canEdit
      onOpen={() => undefined}
      onBeforeRemove={() => Promise.resolve(true)}
    />,
  );
  const row = (name: RegExp) => screen.getByRole('button', { name }).closest('li') as HTMLElement;
  fireEvent.dragStart(row(/^1\s?A/));
  fireEvent.dragOver(row(/^3\s?C/));
  expect(row(/^3\s?C/).className).toContain('after');
  fireEvent.drop(row(/^3\s?C/));
  await waitFor(() => expect(puts()).toEqual([{ chapterIds: ['B', 'C', 'A'] }]));
});
