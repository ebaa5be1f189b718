import { describe, expect, it, jest } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PageLayout, PreviewInput } from '../../features/press/preview/messages.ts';
import { PreviewError } from '../../features/press/preview/open-preview.ts';
import {
  book,
  bookId,
  c1,
  c2,
  chapter,
  choose,
  key,
  layoutOf,
  open,
  openTab,
  pages,
  press,
  put,
  reply,
  requests,
  shown,
  setUpPressPage,
} from './testing/open-press.tsx';

setUpPressPage();
const toasts = collectToasts();

describe('the pages', () => {
  it('are laid out from the texts, the design and the front and back matter', async () => {
    press.answers[`GET /api/books/${bookId}/matter`] = reply({
      rev: 2,
      pieces: [{ kind: 'notes', title: '', text: 'None.' }],
    });
    open();
    await pages();
    expect(press.sent.sort()).toEqual([c1, c2]);
    expect(press.inputs).toHaveLength(1);
    expect(press.inputs[0]).toMatchObject({
      book: { title: 'Winter', language: 'EN' },
      chapterIds: [c1, c2],
      pieces: [{ kind: 'notes', text: 'None.' }],
    });
  });

  it('are scrolled, not turned, with the keys while a zoomed page has the focus', async () => {
    open();
    await pages();
    const frame = screen.getByRole('region', { name: 'Pages' });
    Object.defineProperties(frame, { scrollWidth: { value: 900 }, clientWidth: { value: 400 } });
    await act(async () => void fireEvent.keyDown(frame, { key: 'ArrowRight' }));
    expect(shown()).toBe('Page 1 of 24');
    await key('ArrowRight');
    expect(shown()).toBe('Pages 2 and 3 of 24');
  });

  it('are turned with the keys, and by their number', async () => {
    open();
    await pages();
    expect(shown()).toBe('Page 1 of 24');
    await key('ArrowRight');
    expect(shown()).toBe('Pages 2 and 3 of 24');
    await key('End');
    expect(shown()).toBe('Page 24 of 24');
    await key('ArrowLeft');
    expect(shown()).toBe('Pages 22 and 23 of 24');
    await key('Home');
    expect(shown()).toBe('Page 1 of 24');
    await key('g');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Go to page (G)' });
    expect([document.activeElement, field.selectionStart, field.selectionEnd]).toEqual([field, 0, 1]);
    fireEvent.change(field, { target: { value: '12' } });
    await act(async () => void fireEvent.submit(field));
    expect(shown()).toBe('Pages 12 and 13 of 24');
    // In a field, the keys belong to the field.
    fireEvent.keyDown(screen.getByLabelText('Trim size'), { key: 'Home' });
    fireEvent.keyDown(field, { key: 'End' });
    expect(shown()).toBe('Pages 12 and 13 of 24');
  });

  it('become larger and smaller', async () => {
    open();
    const canvas = (await pages()) as HTMLCanvasElement;
    const before = canvas.width;
    await key('+');
    await waitFor(() => expect(canvas.width).toBeGreaterThan(before));
    await key('-');
    await waitFor(() => expect(canvas.width).toBe(before));
  });

  it('have their text as readable text for screen readers, and open their chapters', async () => {
    const router = open();
    await pages();
    await screen.findByText('Line of page 1');
    await key('End');
    await screen.findByText('Line of page 24');
    fireEvent.click(screen.getByRole('link', { name: 'Page 24: open “Chapter 2”' }));
    await screen.findByText('The editor');
    expect(router.state.location.search).toBe(`?chapter=${c2}`);
    expect(press.closed).toBe(1);
  });

  it('say which chapter is being laid out, and that earlier pages are being updated', async () => {
    let finish: (layout: PageLayout) => void = () => undefined;
    press.layOut = (_input, onChapterDone) => {
      onChapterDone(6, 32);
      return new Promise((resolve) => (finish = resolve));
    };
    open();
    await screen.findByText('Setting chapter 7 of 32');
    await act(async () => finish(layoutOf(press.inputs[0] as PreviewInput)));
    await pages();
    choose('Trim size', '5x8');
    await screen.findByText('Updating…');
    expect(shown()).toBe('Page 1 of 24');
    await act(async () => finish(layoutOf(press.inputs[1] as PreviewInput)));
    await waitFor(() => expect(shown()).toBe('Page 1 of 30'));
  });

  it('do not exist before the first word', async () => {
    press.answers[`GET /api/books/${bookId}/chapters`] = reply([chapter(c1, 1, 0)]);
    open();
    await screen.findByText('Write some words first, then your pages appear here.');
    expect(press.inputs).toEqual([]);
  });

  it('are refused in an unsupported script, with the reason', async () => {
    press.layOut = () =>
      Promise.reject(new PreviewError('unsupported-script', 'Pages in Indic scripts cannot be made yet.'));
    open();
    await screen.findByText('Pages in Indic scripts cannot be made yet.');
  });

  it('are laid out again by Retry after a failure', async () => {
    press.layOut = () => Promise.reject(new PreviewError('error', 'broken'));
    open();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    press.layOut = (input) => Promise.resolve(layoutOf(input));
    fireEvent.click(retry);
    await pages();
    expect(press.closed).toBe(1);
  });

  it('lead to the sign-in page when a text finds the session ended', async () => {
    const stop = guardUnpersisted(() => true);
    press.answers[`GET /api/chapters/${c2}`] = {
      status: 401,
      body: problemBody(401, 'auth.signed_out', 'You are logged out.'),
    };
    open();
    await screen.findByRole('button', { name: 'Retry' });
    stop();
    expect(toasts.map(({ title }) => title)).toEqual(['You are logged out']);
  });

  it('stay on screen when newer ones cannot be laid out', async () => {
    open();
    await pages();
    press.layOut = () => Promise.reject(new PreviewError('error', 'broken'));
    choose('Trim size', '5x8');
    await screen.findByText(/The pages could not be updated/);
    expect(shown()).toBe('Page 1 of 24');
    press.layOut = (input) => Promise.resolve(layoutOf(input));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(shown()).toBe('Page 1 of 30'));
  });
});

describe('the press in a narrow window', () => {
  it('stays on its page when the window becomes narrow or wide', async () => {
    const media = Object.assign(new EventTarget(), { media: '', matches: false });
    jest.spyOn(window, 'matchMedia').mockReturnValue(media as MediaQueryList);
    const resize = (matches: boolean) =>
      act(async () => {
        media.matches = matches;
        media.dispatchEvent(new Event('change'));
      });
    open();
    await pages();
    await key('End');
    await key('ArrowLeft');
    expect(shown()).toBe('Pages 22 and 23 of 24');
    await resize(true);
    expect(shown()).toBe('Page 22 of 24');
    await resize(false);
    expect(shown()).toBe('Pages 22 and 23 of 24');
  });

  it('shows one page, and the rest in sheets', async () => {
    const narrow = Object.assign(new EventTarget(), { media: '', matches: true });
    jest.spyOn(window, 'matchMedia').mockReturnValue(narrow as MediaQueryList);
    open();
    await pages();
    await key('ArrowRight');
    expect(shown()).toBe('Page 2 of 24');
    expect([screen.queryByRole('dialog'), screen.queryByLabelText('Trim size')]).toEqual([null, null]);
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    const sheet = await screen.findByRole('dialog');
    fireEvent.change(within(sheet).getByLabelText('Trim size'), { target: { value: '5x8' } });
    await waitFor(() => expect(requests(put)[0]?.body).toMatchObject({ trim: '5x8' }));
  });
});

describe('the design', () => {
  it('is saved as it is changed, with the revision that was read', async () => {
    open();
    await pages();
    choose('Trim size', '5x8');
    await waitFor(() => expect(requests(put)).toHaveLength(1));
    const [request] = requests(put);
    expect(request?.headers.get('If-Match')).toBe('"3"');
    expect(request?.body).toMatchObject({ trim: '5x8', paper: 'cream' });
    await screen.findByText('Saved');
    await waitFor(() => expect(shown()).toBe('Page 1 of 30'));
  });

  it('is not saved while a value is wrong, and the pages stay', async () => {
    open();
    await pages();
    openTab('Type');
    choose('Size (pt)', '99');
    await screen.findByText('Please enter at most 14');
    choose('Size (pt)', '12');
    await waitFor(() => expect(requests(put)).toHaveLength(1));
    expect(requests(put)[0]?.body).toMatchObject({ size: 12 });
    expect(press.inputs.map(({ design }) => design.size)).toEqual([11, 12]);
  });

  it('shows both versions of a setting that was changed somewhere else, and keeps what was chosen here', async () => {
    open();
    await pages();
    press.answers[put] = { status: 412, body: problemBody(412, 'books.stale_revision', 'Changed elsewhere.') };
    press.answers[`GET /api/books/${bookId}/design`] = reply({
      rev: 9,
      ...designDefaults,
      trim: '8x10',
      paper: 'white',
    });
    choose('Trim size', '5x8');
    const conflict = await screen.findByRole('region', { name: 'Trim size, changed elsewhere' });
    expect(conflict.textContent).toContain('8 × 10 in');
    expect(screen.getByLabelText<HTMLSelectElement>('Trim size').value).toBe('5x8');
    expect(screen.getByLabelText<HTMLSelectElement>('Paper').value).toBe('white');
    press.answers[put] = ({ body }) => reply({ rev: 10, ...(body as object) });
    fireEvent.click(within(conflict).getByRole('button', { name: 'Keep your version: Trim size' }));
    await waitFor(() => expect(requests(put)).toHaveLength(2));
    expect(requests(put)[1]?.headers.get('If-Match')).toBe('"9"');
    expect(requests(put)[1]?.body).toMatchObject({ trim: '5x8', paper: 'white' });
  });

  it('stays in the form when it could not be saved, and is saved by Try again', async () => {
    press.answers[put] = new TypeError('Failed to fetch');
    open();
    await pages();
    choose('Trim size', '5x8');
    await screen.findByText(/What you changed is still here/);
    press.answers[put] = ({ body }) => reply({ rev: 4, ...(body as object) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(requests(put).at(-1)?.body).toMatchObject({ trim: '5x8' }));
    await screen.findByText('Saved');
  });

  it('proposes to remove the number of a prologue', async () => {
    press.answers[`GET /api/books/${bookId}/chapters`] = reply([
      { ...chapter(c1, 1), title: 'Prologue' },
      chapter(c2, 2),
    ]);
    open();
    await pages();
    openTab('Chapters');
    fireEvent.click(screen.getByRole('button', { name: 'Remove the numbers' }));
    await waitFor(() => expect(requests(put)[0]?.body).toMatchObject({ unnumbered: [c1] }));
  });
});

describe('front and back matter', () => {
  it('is saved as it is typed, with pieces that are not empty', async () => {
    open();
    await pages();
    openTab('Front and back');
    fireEvent.click(screen.getByRole('button', { name: 'Add: Epigraph' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add: Notes' }));
    choose('Epigraph', 'All is ink.');
    const route = `PUT /api/books/${bookId}/matter`;
    await waitFor(() => expect(requests(route)).toHaveLength(1));
    expect(requests(route)[0]?.body).toEqual({ pieces: [{ kind: 'epigraph', title: '', text: 'All is ink.' }] });
    expect(requests(route)[0]?.headers.get('If-Match')).toBe('"0"');
    // A field that is still empty does not vanish when another one is saved.
    await waitFor(() => expect(press.inputs.at(-1)?.pieces).toHaveLength(1));
    expect(screen.getByLabelText('Notes')).toBeTruthy();
  });

  it('cannot be changed in a read-only book', async () => {
    press.answers[`GET /api/books/${bookId}`] = reply({ ...book, canEdit: false });
    press.answers[`GET /api/books/${bookId}/matter`] = reply({
      rev: 1,
      pieces: [{ kind: 'epigraph', title: '', text: 'Ink.' }],
    });
    open();
    await pages();
    openTab('Front and back');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Epigraph').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  });
});

describe('the figures', () => {
  const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent ?? '';

  it('follow from the page count', async () => {
    open();
    await pages();
    expect(figure('Pages')).toBe('24');
    expect(figure('Characters per line')).toBe('61Comfortable to read.');
    expect(figure('Inside margin')).toContain('0.80 in');
    expect(figure('Spine')).toContain('0.060 in');
    expect(figure('Printing cost per copy')).toBe('$2.30 · £1.93 · €2.05');
    expect(figure('Lowest price')).toBe('$4.60 · £3.86 · €4.10');
  });

  it('compare up to five other designs, and apply one with Undo', async () => {
    open();
    await pages();
    for (const value of ['trim 5x8', 'trim 7x10', 'size 1', 'size -1', 'chapters next']) choose('Compare with', value);
    expect(screen.queryByLabelText('Compare with')).toBeNull();
    const row = (await screen.findByRole('rowheader', { name: '5 × 8 in' })).closest('tr');
    await waitFor(() => expect(row?.textContent).toContain('0.075 in'));
    fireEvent.click(screen.getByRole('button', { name: 'Use: 5 × 8 in' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Trim size').value).toBe('5x8');
    await waitFor(() => expect(requests(put)[0]?.body).toMatchObject({ trim: '5x8' }));
    expect(toasts).toMatchObject([{ title: 'The design was changed', action: { label: 'Undo' } }]);
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect(requests(put)[1]?.body).toMatchObject({ trim: '6x9' }));
  });
});
