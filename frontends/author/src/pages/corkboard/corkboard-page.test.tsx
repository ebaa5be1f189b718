import { beforeAll, describe, expect, it } from '@jest/globals';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type FakeRequest, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  allRequests,
  answerMove,
  answerSynopsis,
  board,
  bookId,
  button,
  focused,
  lastChange,
  open,
  requests,
  restructured,
  scene,
  scenesOf,
  setUpCorkboard,
  shownScenes,
  stored,
} from './testing/open-corkboard.tsx';

// Menus and dialogs load antd, which takes longer than a query waits.
beforeAll(() => import('../../ui/overlays/antd-overlays.tsx'), 60_000);
setUpCorkboard();
const toasts = collectToasts();

const moveInOne = 'POST /api/chapters/c1/scenes/move';
const undo = `POST /api/books/${bookId}/structure/o1/undo`;
const words = ['The storm came', 'It was late', 'Fog lay on the water'];
const stale = { status: 412, body: problemBody(412, 'books.stale_revision', 'Changed somewhere else.') };
const choose = async (opener: string, item: string | RegExp) => {
  await userEvent.click(button(opener));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the board', () => {
  it('shows the chapters and their scenes as cards', async () => {
    open();
    await waitFor(async () => expect(await shownScenes('One', words)).toEqual(words.slice(0, 2)));
    expect(await shownScenes('Two', words)).toEqual(words.slice(2));
    const chapters = within(screen.getByRole('list', { name: 'Chapters' })).getAllByRole('heading', { level: 2 });
    expect(chapters.map(({ textContent }) => textContent)).toEqual(['1 One', '2 Two', '3 Three']);
    screen.getByText('20 words');
    screen.getByText('Ida comes home.');
    screen.getByText('A storm.');
    await screen.findByText('This chapter has no text yet.');
    screen.getByText(/^A chapter without a scene break is one scene\./);
    expect(screen.getByRole('link', { name: 'Scene 2 of One' }).getAttribute('href')).toBe('/book/b1?chapter=c1');
  });

  it('loads scenes only of chapters that are open and near the window', async () => {
    board.areNear = false;
    open();
    await screen.findByRole('heading', { name: '1 One' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(allRequests().filter(({ route }) => route.endsWith('/scenes'))).toEqual([]);
    cleanup();
    board.areNear = true;
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show only chapters' }));
    await userEvent.click(button('Scenes of Two'));
    await scenesOf('Two');
    expect(requests('GET /api/chapters/c1/scenes')).toEqual([]);
  });

  it('requests the scenes of at most three chapters at once', async () => {
    board.chapters = Array.from({ length: 8 }, (_, index) => ({
      id: `c${index}`,
      title: `Chapter ${index}`,
      rev: 1,
      scenes: [scene('It was late')],
    }));
    let [running, most] = [0, 0];
    const answers = board.chapters.map(({ id }) => [
      `GET /api/chapters/${id}/scenes`,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 10));
        running -= 1;
        return { body: [], headers: { ETag: '"1"' } };
      },
    ]);
    open(Object.fromEntries(answers));
    await waitFor(() => expect(screen.getAllByText('This chapter has no text yet.')).toHaveLength(8));
    expect(most).toBe(3);
  });

  it('changes nothing in a read-only book', async () => {
    board.canEdit = false;
    open();
    const [card] = await scenesOf('One');
    expect(card?.getAttribute('draggable')).toBe('false');
    expect(within(card as HTMLElement).queryAllByRole('button')).toEqual([]);
    screen.getByText(/This book is read-only/);
  });

  it('shows a book that does not exist', async () => {
    open({ [`GET /api/books/${bookId}/chapters`]: { status: 404, body: problemBody(404, 'books.not_found', '') } });
    await screen.findByRole('heading', { name: 'Book Not Found' });
  });
});

describe('a scene', () => {
  it('moves by keyboard, keeps the focus, and is announced', async () => {
    open();
    await scenesOf('One');
    button('Move down: scene 1 of One').focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(lastChange()).toBe('Scene 1 is now scene 2 of “One”.'));
    expect(requests(moveInOne).map(({ body }) => body)).toEqual([
      { rev: 3, index: 0, toChapterId: 'c1', toRev: 3, toIndex: 1 },
    ]);
    expect(await shownScenes('One', words)).toEqual(['It was late', 'The storm came']);
    // The button itself is disabled in the last place.
    await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('The storm came'));
    button('Move up: scene 2 of One').focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(requests(moveInOne)).toHaveLength(2));
    expect(requests(moveInOne)[1]?.body).toEqual({ rev: 4, index: 1, toChapterId: 'c1', toRev: 4, toIndex: 0 });
  });

  it('moves to another chapter, and takes the focus along', async () => {
    open();
    await scenesOf('Two');
    await choose('More for scene 2 of One', 'Move to chapter…');
    const dialog = await screen.findByRole('dialog', { name: 'Move scene 2 of “One”' });
    await userEvent.selectOptions(within(dialog).getByLabelText('To the chapter'), '2. Two');
    await userEvent.selectOptions(within(dialog).getByLabelText('Place'), 'At the beginning');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move the scene' }));
    await waitFor(() => expect(lastChange()).toBe('Scene 2 of “One” is now scene 1 of “Two”.'));
    expect(requests(moveInOne)[0]?.body).toEqual({ rev: 3, index: 1, toChapterId: 'c2', toRev: 5, toIndex: 0 });
    await waitFor(() => expect(focused()).toBe('More for scene 1 of Two'));
  });

  it('moves by drag and drop within its chapter and to another one', async () => {
    open();
    const [first, second] = await scenesOf('One');
    const [other] = await scenesOf('Two');
    const drag = (card: HTMLElement | undefined, target: HTMLElement | undefined) => {
      fireEvent.dragStart(card as HTMLElement, { dataTransfer: { setData: () => undefined } });
      fireEvent.dragOver(target as HTMLElement);
      expect(target?.dataset['drop']).toBeDefined();
      fireEvent.drop(target as HTMLElement);
    };
    drag(first, second);
    await waitFor(() => expect(lastChange()).toBe('Scene 1 is now scene 2 of “One”.'));
    drag((await scenesOf('One'))[0], other);
    await waitFor(() => expect(requests(moveInOne)).toHaveLength(2));
    expect(requests(moveInOne).map(({ body }) => body)).toEqual([
      { rev: 3, index: 0, toChapterId: 'c1', toRev: 3, toIndex: 1 },
      { rev: 4, index: 0, toChapterId: 'c2', toRev: 5, toIndex: 0 },
    ]);
    await waitFor(() => expect(lastChange()).toBe('Scene 1 of “One” is now scene 1 of “Two”.'));
    const three = screen.getByRole('heading', { name: '3 Three' }).closest('li');
    drag((await scenesOf('Two'))[0], three as HTMLElement);
    await waitFor(() => expect(requests('POST /api/chapters/c2/scenes/move')).toHaveLength(1));
    expect(requests('POST /api/chapters/c2/scenes/move')[0]?.body).toEqual({
      rev: 6,
      index: 0,
      toChapterId: 'c3',
      toRev: 1,
      toIndex: 1000,
    });
  });

  it('stays where it is when it is dropped on itself', async () => {
    open();
    const [card] = await scenesOf('One');
    fireEvent.dragStart(card as HTMLElement, { dataTransfer: { setData: () => undefined } });
    fireEvent.dragOver(card as HTMLElement);
    fireEvent.drop(card as HTMLElement);
    await scenesOf('One');
    expect(requests(moveInOne)).toEqual([]);
  });

  it('is moved back by Undo', async () => {
    open({
      [undo]: () => {
        stored('c1').scenes.reverse();
        stored('c1').rev += 1;
        return { body: restructured('c1') };
      },
    });
    await scenesOf('One');
    await userEvent.click(button('Move down: scene 1 of One'));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(lastChange()).toBe('The last change was undone.'));
    expect(await shownScenes('One', words)).toEqual(['The storm came', 'It was late']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says why a change can no longer be undone', async () => {
    const why = 'One of these chapters has changed since, so this can no longer be undone.';
    open({ [undo]: { status: 409, body: problemBody(409, 'books.structure_changed', why) } });
    await scenesOf('One');
    await userEvent.click(button('Move down: scene 1 of One'));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'This was not undone', description: why }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('is not moved in a text that was changed elsewhere: the board is loaded again and says so', async () => {
    let isStale = true;
    open({
      [moveInOne]: (request) => {
        if (!isStale) return answerMove(request);
        isStale = false;
        stored('c1').rev = 9;
        stored('c1').scenes.unshift(scene('Before the storm'));
        return stale;
      },
    });
    await scenesOf('One');
    await userEvent.click(button('Move down: scene 1 of One'));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'The scene was not moved' }]));
    expect(toasts[0]?.description).toMatch(/^The text was changed somewhere else\. .* nothing is lost\./);
    expect(await scenesOf('One')).toHaveLength(3);
    await userEvent.click(button('Move down: scene 2 of One'));
    await waitFor(() => expect(requests(moveInOne)).toHaveLength(2));
    expect(requests(moveInOne)[1]?.body).toMatchObject({ rev: 9, index: 1, toRev: 9, toIndex: 2 });
  });

  it('begins a new chapter', async () => {
    const split = 'POST /api/chapters/c1/split';
    open({
      [split]: () => {
        const [, moved] = stored('c1').scenes;
        stored('c1').scenes.pop();
        stored('c1').rev = 4;
        board.chapters.splice(1, 0, {
          id: 'c9',
          title: 'One (continued)',
          rev: 2,
          scenes: [moved ?? scene('')],
        });
        return { status: 201, body: restructured('c1', 'c9') };
      },
    });
    await scenesOf('One');
    await choose('More for scene 2 of One', 'Begin a new chapter here');
    await waitFor(() => expect(lastChange()).toBe('Scene 2 of “One” now begins the chapter “One (continued)”.'));
    expect(requests(split)[0]?.body).toEqual({ rev: 3, at: 200 });
    await screen.findByRole('heading', { name: '2 One (continued)' });
    await waitFor(() => expect(focused()).toBe('One (continued)'));
  });
});

describe('a chapter', () => {
  it('moves with the order of all chapters, and keeps the focus', async () => {
    const order = `PUT /api/books/${bookId}/chapter-order`;
    open({
      [order]: ({ body }: FakeRequest) => {
        const { chapterIds } = body as { chapterIds: string[] };
        board.chapters = chapterIds.map(stored);
        return { body: [] };
      },
    });
    await scenesOf('One');
    await userEvent.click(button('Move down: One'));
    await waitFor(() => expect(lastChange()).toBe('“One” is now chapter 2 of 3.'));
    expect(requests(order)[0]?.body).toEqual({ chapterIds: ['c2', 'c1', 'c3'] });
    await screen.findByRole('heading', { name: '2 One' });
    expect(focused()).toBe('Move down: One');
  });

  it('is merged with the next one, with the revisions on the board', async () => {
    const merge = 'POST /api/chapters/c1/merge';
    open({
      [merge]: () => {
        const [, removed] = board.chapters.splice(1, 1) && board.chapters;
        stored('c1').scenes.push(scene('Fog lay on the water'));
        stored('c1').rev = 4;
        expect(removed?.id).toBe('c3');
        return { body: restructured('c1')[0] };
      },
    });
    await scenesOf('One');
    await choose('More for One', 'Merge with “Two”');
    await waitFor(() => expect(lastChange()).toBe('“Two” is now part of “One”. The old chapter is in the trash.'));
    expect(requests(merge)[0]?.body).toEqual({ rev: 3, withRev: 5 });
    expect(await scenesOf('One')).toHaveLength(3);
  });
});

describe('a synopsis', () => {
  const save = (index: number) => `PUT /api/chapters/c1/scenes/${index}/synopsis`;
  const field = (index = 2) => screen.getByLabelText<HTMLTextAreaElement>(`Synopsis of scene ${index} of One`);
  const write = async (text: string) => {
    await scenesOf('One');
    await userEvent.click(button('Add a synopsis: scene 2 of One'));
    await userEvent.type(field(), text);
  };

  it('is saved with the revision of the text', async () => {
    open();
    await write('Ida waits.');
    await userEvent.click(button('Save'));
    await screen.findByText('Ida waits.', { selector: 'p' });
    expect(requests(save(1)).map(({ body }) => body)).toEqual([{ rev: 3, synopsis: 'Ida waits.' }]);
    expect(focused()).toBe('Edit the synopsis: scene 2 of One');
  });

  it('keeps what was typed when it cannot be saved', async () => {
    let isOffline = true;
    open({
      [save(1)]: (request) => {
        if (isOffline) throw new TypeError('Failed to fetch');
        return answerSynopsis(request);
      },
    });
    await write('Ida waits.');
    await userEvent.click(button('Save'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The server did not answer. Your text is kept here; please try again.',
    );
    expect(field().value).toBe('Ida waits.');
    isOffline = false;
    await userEvent.click(button('Save'));
    await screen.findByText('Ida waits.', { selector: 'p' });
  });

  it('is saved to its scene after the text has changed before it', async () => {
    open({
      [save(1)]: () => {
        stored('c1').rev = 4;
        stored('c1').scenes.unshift(scene('Before the storm'));
        return stale;
      },
      [save(2)]: answerSynopsis,
    });
    await write('Ida waits.');
    await userEvent.click(button('Save'));
    await waitFor(() =>
      expect(requests(save(2)).map(({ body }) => body)).toEqual([{ rev: 4, synopsis: 'Ida waits.' }]),
    );
    await waitFor(() => expect(stored('c1').scenes[2]?.synopsis).toBe('Ida waits.'));
  });

  it('is shown beside the stored one when its scene was changed elsewhere, until the author chooses', async () => {
    open({
      [save(1)]: (request) => {
        if (stored('c1').rev === 4) return answerSynopsis(request);
        stored('c1').rev = 4;
        stored('c1').scenes[1] = scene('It was late, very late', 'The bell rings.');
        return stale;
      },
    });
    await write('Ida waits.');
    await userEvent.click(button('Save'));
    const conflict = await screen.findByRole('region', { name: /changed elsewhere$/ });
    within(conflict).getByText('The bell rings.');
    expect(field().value).toBe('Ida waits.');
    await userEvent.click(within(conflict).getByRole('button', { name: /^Keep your version/ }));
    await screen.findByText('Ida waits.', { selector: 'p' });
    expect(requests(save(1))[1]?.body).toEqual({ rev: 4, synopsis: 'Ida waits.' });
  });

  it('is saved before its scene moves, and a failure stops the move', async () => {
    open({ [save(1)]: new TypeError('Failed to fetch') });
    await write('Ida waits.');
    await userEvent.click(button('Move up: scene 2 of One'));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'The scene was not moved' }]));
    expect(requests(moveInOne)).toEqual([]);
    expect(field().value).toBe('Ida waits.');
  });

  it('is kept when the page is left while it cannot be saved', async () => {
    open({ [save(1)]: new TypeError('Failed to fetch') });
    await write('Ida waits.');
    cleanup();
    // The board saves its synopses when it closes.
    await waitFor(() => expect(requests(save(1))).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    open();
    await scenesOf('One');
    expect(field().value).toBe('Ida waits.');
  });
});
