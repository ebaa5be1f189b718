import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Edition } from '@inkbear/contracts/export/edition';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeAnswer, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  bookId,
  c1,
  chapter,
  choose,
  edition,
  editionPath,
  file,
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

describe('the files', () => {
  const make = `POST /api/books/${bookId}/editions`;
  const openFiles = async () => {
    open();
    await pages();
    openTab('Files');
  };

  const makeAll = async () => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Make all from this revision' });
    // The plan is known a moment later.
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  };

  it('are made of the saved state: what was changed is saved first', async () => {
    press.answers[make] = { status: 201, body: edition() };
    await openFiles();
    choose('Paper', 'white');
    await makeAll();
    await screen.findByRole('button', { name: 'Download: Print PDF' });
    const order = press.api.requests.map(({ route }) => route).filter((route) => route === put || route === make);
    expect(order).toEqual([put, make]);
    expect(requests(make)[0]?.body).toEqual({
      profiles: ['print', 'screen', 'epub', 'manuscript', 'designed', 'markdown'],
      shop: 'kdp',
      docx: { paper: 'a4', face: 'times-new-roman', contact: '' },
    });
  });

  it('keep the settings of the manuscript format when the page is left', async () => {
    await openFiles();
    fireEvent.change(await screen.findByLabelText('Your name and address (optional)'), {
      target: { value: 'Ada Vell, 1 Mill Lane' },
    });
    cleanup();
    await openFiles();
    const address = await screen.findByLabelText<HTMLTextAreaElement>('Your name and address (optional)');
    expect(address.value).toBe('Ada Vell, 1 Mill Lane');
  });

  it('are not made while a change cannot be saved', async () => {
    press.answers[put] = new TypeError('Failed to fetch');
    await openFiles();
    choose('Paper', 'white');
    await makeAll();
    await waitFor(() => expect(toasts).toMatchObject([{ description: expect.stringContaining('not saved yet') }]));
    expect(requests(make)).toEqual([]);
  });

  it('show what was checked and what has changed since', async () => {
    press.answers[`GET /api/books/${bookId}/editions`] = reply([edition()]);
    await openFiles();
    await screen.findByText(
      /Checked against 24 rules of KDP print, last compared with guides on 12 November 2026: 1 problem\./,
    );
    await screen.findByText(/^Made at \d\d:\d\d; 1 chapter has changed since\./);
  });

  it('are downloaded under their names', async () => {
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    press.answers[`GET /api/books/${bookId}/editions`] = reply([edition()]);
    press.answers[`GET ${editionPath}/files/${file.id}/content`] = reply({});
    await openFiles();
    fireEvent.click(await screen.findByRole('button', { name: 'Download: Print PDF' }));
    await waitFor(() => expect(saved).toEqual(['Winter - print 6x9.pdf']));
  });

  it('show their progress until they are finished, and can be cancelled', async () => {
    const running = edition({
      files: [{ ...file, state: 'running', progress: { step: 'set', done: 7, of: 32 }, preflight: null }],
    });
    let finish: (answer: FakeAnswer) => void = () => undefined;
    press.answers[`GET /api/books/${bookId}/editions`] = reply([running]);
    press.answers[`GET ${editionPath}`] = () => new Promise((resolve) => (finish = resolve));
    press.answers[`DELETE ${editionPath}/files/${file.id}`] = { status: 204 };
    await openFiles();
    await screen.findByText('Setting chapter 8 of 32');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel: Print PDF' }));
    await waitFor(() => expect(requests(`DELETE ${editionPath}/files/${file.id}`)).toHaveLength(1));
    await act(async () => finish(reply(edition())));
    await screen.findByRole('button', { name: 'Download: Print PDF' });
  });

  it('are followed while another panel is open, and their findings are loaded', async () => {
    const running = edition({ files: [{ ...file, state: 'running', preflight: null }] });
    let finish: (answer: FakeAnswer) => void = () => undefined;
    press.answers[`GET /api/books/${bookId}/editions`] = reply([running]);
    press.answers[`GET ${editionPath}`] = () => new Promise((resolve) => (finish = resolve));
    open();
    await pages();
    await waitFor(() => expect(requests(`GET ${editionPath}`)).toHaveLength(1));
    await act(async () => finish(reply(edition())));
    openTab('Check');
    await screen.findByText('Text is too near the spine.');
  });

  it('show their findings when the page is opened again', async () => {
    press.answers[`GET /api/books/${bookId}/editions`] = reply([edition()]);
    open();
    await pages();
    openTab('Check');
    await screen.findByText('Text is too near the spine.');
    expect(screen.queryByText('No problem was found.')).toBeNull();
  });

  it('are up to date when the book has not changed since they were made', async () => {
    press.answers[`GET /api/books/${bookId}/editions`] = reply([edition()]);
    press.answers[make] = { status: 200, body: edition() };
    await openFiles();
    await makeAll();
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Your files are up to date' }]));
  });

  it('lead to the sign-in page when their progress finds the session ended', async () => {
    const stop = guardUnpersisted(() => true);
    press.answers[`GET /api/books/${bookId}/editions`] = reply([
      edition({ files: [{ ...file, state: 'running', preflight: null }] }),
    ]);
    press.answers[`GET ${editionPath}`] = {
      status: 401,
      body: problemBody(401, 'auth.signed_out', 'You are logged out.'),
    };
    await openFiles();
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['You are logged out']));
    stop();
    expect(requests(`GET ${editionPath}`)).toHaveLength(1);
  });

  it('can be made again after a failure', async () => {
    const error = { code: 'export.incomplete' as const, message: 'This file was not complete.' };
    press.answers[`GET /api/books/${bookId}/editions`] = reply([
      edition({ files: [{ ...file, state: 'failed', error }] }),
    ]);
    press.answers[`POST ${editionPath}/files`] = { status: 201, body: file };
    await openFiles();
    await screen.findByText('This file was not complete.');
    fireEvent.click(await screen.findByRole('button', { name: 'Make again: Print PDF' }));
    await waitFor(() => expect(requests(`POST ${editionPath}/files`)[0]?.body).toEqual({ profile: 'print' }));
  });

  describe('of an edition', () => {
    const deletion = `DELETE ${editionPath}`;
    const older = edition({ id: '64b7f0000000000000000098', name: 'Proof', files: [] });
    const list = `GET /api/books/${bookId}/editions`;
    const [deleteButton, question] = [/^Delete: Edition of /, /^Delete this edition with its files\?/];
    const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
    let stored: Edition[];
    beforeEach(() => {
      stored = [edition(), older];
      press.answers[list] = () => reply(stored);
      press.answers[deletion] = () => {
        stored = stored.filter(({ id }) => id !== edition().id);
        return { status: 204 };
      };
    });
    const confirm = async () => {
      fireEvent.click(await button(deleteButton));
      const yes = await button('Yes, delete it');
      yes.focus();
      fireEvent.click(yes);
    };
    const isDeleted = () => waitFor(() => expect(screen.queryByRole('button', { name: deleteButton })).toBe(null));

    it('are deleted after a confirmation, and the focus moves to the next edition', async () => {
      await openFiles();
      await confirm();
      await waitFor(() => expect(toasts).toMatchObject([{ title: 'Edition deleted' }]));
      await isDeleted();
      expect(requests(deletion)).toHaveLength(1);
      const card = await screen.findByRole('article', { name: 'Proof' });
      expect(document.activeElement?.closest('article')).toBe(card);
    });

    it('stay when the author answers “Keep it” or presses Escape', async () => {
      const closeSheet = jest.fn();
      document.body.addEventListener('keydown', closeSheet);
      await openFiles();
      fireEvent.click(await button(deleteButton));
      expect(screen.getByRole('alert').textContent).toBe(
        'Delete this edition with its files? This cannot be undone. Your book does not change.',
      );
      const keep = screen.getByRole('button', { name: 'Keep it' });
      expect(document.activeElement).toBe(keep);
      fireEvent.click(keep);
      expect(document.activeElement).toBe(await button(deleteButton));
      fireEvent.click(await button(deleteButton));
      fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
      expect([screen.queryByText(question), closeSheet.mock.calls]).toEqual([null, []]);
      expect(document.activeElement).toBe(await button(deleteButton));
      expect(requests(deletion)).toEqual([]);
      document.body.removeEventListener('keydown', closeSheet);
    });

    it('do not take the focus from where the author is when they are deleted', async () => {
      let finish: (answer: FakeAnswer) => void = () => undefined;
      press.answers[deletion] = () => new Promise((resolve) => (finish = resolve));
      await openFiles();
      await confirm();
      await waitFor(() => expect(requests(deletion)).toHaveLength(1));
      const address = await screen.findByLabelText('Your name and address (optional)');
      address.focus();
      await act(async () => finish({ status: 204 }));
      await waitFor(() => expect(toasts).toHaveLength(1));
      expect(document.activeElement).toBe(address);
    });

    it('stay with the question when the deletion fails', async () => {
      press.answers[deletion] = { status: 503, body: problemBody(503, 'server.busy', 'Busy') };
      await openFiles();
      await confirm();
      await waitFor(() => expect(toasts).toMatchObject([{ title: 'The edition could not be deleted' }]));
      screen.getByText(question);
      expect((await button('Yes, delete it')).getAttribute('aria-disabled')).toBe('false');
    });

    it('count as deleted when their edition no longer exists', async () => {
      press.answers[deletion] = { status: 404, body: problemBody(404, 'export.edition_not_found', 'Gone.') };
      await openFiles();
      stored = [older];
      await confirm();
      await isDeleted();
      expect(toasts).toMatchObject([{ title: 'Edition deleted' }]);
    });

    it('disappear when their progress finds that their edition no longer exists', async () => {
      stored = [edition({ files: [{ ...file, state: 'running', preflight: null }] })];
      press.answers[`GET ${editionPath}`] = () => {
        stored = [];
        return { status: 404, body: problemBody(404, 'export.edition_not_found', 'Gone.') };
      };
      await openFiles();
      await waitFor(() => expect(requests(`GET ${editionPath}`)).toHaveLength(1));
      await isDeleted();
    });

    it('do not come back with the reply of an earlier request', async () => {
      let finishRename: (answer: FakeAnswer) => void = () => undefined;
      let finishList: (answer: FakeAnswer) => void = () => undefined;
      press.answers[`PUT ${editionPath}`] = () => new Promise((resolve) => (finishRename = resolve));
      press.answers[`POST ${editionPath}/files`] = { status: 201, body: file };
      stored = [edition({ files: [{ ...file, state: 'cancelled' }] }), older];
      await openFiles();
      fireEvent.click(await button('Pin'));
      await waitFor(() => expect(requests(`PUT ${editionPath}`)).toHaveLength(1));
      press.answers[list] = () => new Promise((resolve) => (finishList = resolve));
      fireEvent.click(await button('Make again: Print PDF'));
      await waitFor(() => expect(requests(list)).toHaveLength(2));
      press.answers[list] = () => reply(stored);
      await confirm();
      await isDeleted();
      await act(async () => finishList(reply([edition(), older])));
      await act(async () => finishRename(reply(edition({ pinned: true }))));
      expect(screen.queryByRole('button', { name: deleteButton })).toBe(null);
    });

    it('leave the unsaved name of the next edition in its field', async () => {
      await openFiles();
      fireEvent.click(await button('Earlier editions (1)'));
      const next = within(screen.getByRole('article', { name: 'Proof' }));
      fireEvent.change(next.getByLabelText(/^Name of this edition/), { target: { value: 'Proof 2' } });
      await confirm();
      await isDeleted();
      screen.getByDisplayValue('Proof 2');
    });

    it('cannot be deleted offline', async () => {
      await openFiles();
      fireEvent.click(await button(deleteButton));
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      fireEvent(window, new Event('offline'));
      expect((await button('Yes, delete it')).disabled).toBe(true);
      fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
      expect((await button(deleteButton)).disabled).toBe(true);
      // React Query would stay offline in the next test.
      fireEvent(window, new Event('online'));
    });
  });

  it('can be named and pinned', async () => {
    press.answers[`GET /api/books/${bookId}/editions`] = reply([edition()]);
    press.answers[`PUT ${editionPath}`] = ({ body }) => reply(edition(body as Partial<Edition>));
    await openFiles();
    fireEvent.change(await screen.findByLabelText(/^Name of this edition/), { target: { value: 'Proof' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save name' }));
    await screen.findByText('Proof.');
    fireEvent.click(screen.getByRole('button', { name: 'Pin' }));
    await screen.findByText(/Pinned: kept until you delete it/);
    expect(requests(`PUT ${editionPath}`).map(({ body }) => body)).toEqual([
      { name: 'Proof', pinned: false },
      { name: 'Proof', pinned: true },
    ]);
  });

  it('are Markdown only on the free plan, with a link to the plans', async () => {
    press.answers['GET /api/user/plan-status'] = reply({
      plan: 'free',
      isActive: false,
      planEndDate: null,
      exportUntil: null,
    });
    press.answers[make] = { status: 201, body: edition({ files: [] }) };
    await openFiles();
    await screen.findByRole('link', { name: 'See plans' });
    fireEvent.click(screen.getByRole('button', { name: 'Make Markdown' }));
    await waitFor(() => expect(requests(make)[0]?.body).toMatchObject({ profiles: ['markdown'] }));
  });

  it('cannot be made of a book without words, and the page says so', async () => {
    press.answers[`GET /api/books/${bookId}/chapters`] = reply([chapter(c1, 1, 0)]);
    open();
    await screen.findByText(/^Write some words first, then your pages/);
    openTab('Files');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Make all from this revision' });
    expect(button.disabled).toBe(true);
    screen.getByText('This book has no text yet. Write something first, then make its files.');
  });

  it('wait for a connection, while the preview works', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openFiles();
    await screen.findByText(/^You are offline\. The preview works/);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Make all from this revision' });
    expect(button.disabled).toBe(true);
  });
});

describe('the cover', () => {
  const route = `/api/books/${bookId}/cover`;

  it('is uploaded, shown and removed', async () => {
    press.answers[`PUT ${route}`] = reply({ width: 1600, height: 2560, url: '/cover.jpg?version=1' });
    press.answers[`DELETE ${route}`] = { status: 204 };
    open();
    await pages();
    openTab('Files');
    const image = new File(['x'], 'cover.png', { type: 'image/png' });
    fireEvent.change(await screen.findByLabelText('Image of the cover'), { target: { files: [image] } });
    const picture = await screen.findByRole('img', { name: 'Front cover of “Winter”' });
    expect(picture.getAttribute('src')).toBe('/cover.jpg?version=1');
    expect(((requests(`PUT ${route}`)[0]?.body as FormData).get('cover') as File).name).toBe('cover.png');
    fireEvent.click(screen.getByRole('button', { name: 'Remove the cover' }));
    await screen.findByRole('button', { name: 'Upload a cover' });
  });

  it('has a guide for the page count, which says so when the book has become longer', async () => {
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    press.answers[`GET /api/books/${bookId}/cover-guide`] = reply({});
    open();
    await pages();
    openTab('Files');
    fireEvent.click(await screen.findByRole('button', { name: 'Cover guide as PDF' }));
    await screen.findByText(/You downloaded it for 24 pages\./);
    expect(saved).toEqual(['Winter - cover guide 24 pages.pdf']);
    choose('Trim size', '5x8');
    await screen.findByText(/for 24 pages; your book now has 30\./);
  });
});

describe('the check', () => {
  beforeEach(() => {
    press.answers[`GET /api/books/${bookId}/editions`] = reply([edition()]);
  });
  const openCheck = async () => {
    open();
    await pages();
    openTab('Check');
    return within(await screen.findByRole('list', { name: 'Findings' }));
  };

  it('lists errors first, and marks the place of a finding on its page', async () => {
    const list = await openCheck();
    expect(list.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
      'Error',
      'Note',
    ]);
    fireEvent.click(list.getByRole('button', { name: 'Show page 12' }));
    expect(shown()).toBe('Pages 12 and 13 of 24');
    expect(screen.getByTestId('mark').style.width).not.toBe('');
  });

  it('shows a fix before it changes the design, and undoes it', async () => {
    const list = await openCheck();
    const [fix] = list.getAllByRole('button', { name: 'Fix it' }) as [HTMLElement];
    fireEvent.click(fix);
    expect(screen.getByRole('list', { name: 'Changes' }).textContent).toBe('Paper: Cream White');
    expect(requests(put)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(requests(put)[0]?.body).toMatchObject({ paper: 'white' }));
    act(() => toasts.at(-1)?.action?.run());
    await waitFor(() => expect(requests(put)[1]?.body).toMatchObject({ paper: 'cream' }));
  });
});
