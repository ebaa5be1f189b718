import { afterEach, beforeEach } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { type FakeAnswer, fakeApi, type FakeRequest, fakeUser } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import CorkboardPage from '../corkboard-page.tsx';

export const bookId = 'b1';

/** A chapter as the fake server has it; the texts of its scenes are their first words. */
interface StoredChapter {
  id: string;
  title: string;
  rev: number;
  scenes: { firstWords: string; synopsis: string }[];
}
type Answers = Parameters<typeof fakeApi>[0];

/** What a test changes and inspects. `setUpCorkboard` resets it before each test. */
export const board = {
  api: undefined as ReturnType<typeof fakeApi> | undefined,
  chapters: [] as StoredChapter[],
  canEdit: true,
  /** Elements that the page observes are near the window unless this is false. */
  areNear: true,
};

export const scene = (firstWords: string, synopsis = '') => ({ firstWords, synopsis });
export const stored = (id: string): StoredChapter => {
  const found = board.chapters.find((chapter) => chapter.id === id);
  if (!found) throw new Error(`There is no chapter ${id}.`);
  return found;
};

class FakeObserver {
  readonly #report: (entries: { isIntersecting: boolean }[]) => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.#report = report;
  }
  observe(): void {
    this.#report([{ isIntersecting: board.areNear }]);
  }
  disconnect(): void {
    // Nothing is reported later.
  }
}

export function setUpCorkboard(): void {
  beforeEach(() => {
    Object.assign(globalThis, { IntersectionObserver: FakeObserver });
    Object.assign(board, {
      canEdit: true,
      areNear: true,
      chapters: [
        { id: 'c1', title: 'One', rev: 3, scenes: [scene('The storm came', 'A storm.'), scene('It was late')] },
        { id: 'c2', title: 'Two', rev: 5, scenes: [scene('Fog lay on the water')] },
        { id: 'c3', title: 'Three', rev: 1, scenes: [] },
      ],
    });
  });
  afterEach(async () => {
    cleanup();
    board.api?.restore();
    board.api = undefined;
    // Otherwise the next test opens with the unsaved synopses of this one.
    await discardAfterSignOut();
    sessionStorage.clear();
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  });
}

/** The list item of a chapter. */
export const itemOf = ({ id, title, rev, scenes }: StoredChapter, at: number) => ({
  id,
  bookId,
  chapterNumber: at + 1,
  title,
  rev,
  wordCount: scenes.length * 10,
  targetWordCount: 2500,
  isComplete: false,
  description: id === 'c1' ? 'Ida comes home.' : '',
});

/** The reply to a change of the structure. */
export const restructured = (...ids: string[]) =>
  ids.map((id) => ({
    ...itemOf(stored(id), board.chapters.indexOf(stored(id))),
    content: '',
    operationId: 'o1',
  }));

const sceneReplies = ({ scenes }: StoredChapter) =>
  scenes.map(({ firstWords, synopsis }, index) => ({
    index,
    from: index * 200,
    to: index * 200 + firstWords.length,
    words: 10,
    firstWords,
    synopsis,
  }));

/** Moves a scene as the server does. */
export function answerMove({ route, body }: FakeRequest): FakeAnswer {
  const { index, toChapterId, toIndex } = body as { index: number; toChapterId: string; toIndex: number };
  const source = stored(route.split('/')[3] ?? '');
  const target = stored(toChapterId);
  target.scenes.splice(toIndex, 0, ...source.scenes.splice(index, 1));
  for (const chapter of new Set([source, target])) chapter.rev += 1;
  return { body: restructured(...new Set([source.id, target.id])) };
}

/** Saves a synopsis as the server does. */
export function answerSynopsis({ route, body }: FakeRequest): FakeAnswer {
  const [, , , id = '', , index = ''] = route.split('/');
  const found = stored(id).scenes[Number(index)];
  if (found) found.synopsis = (body as { synopsis: string }).synopsis;
  return { body: sceneReplies(stored(id))[Number(index)] };
}

/** Opens the page. */
export function open(answers: Answers = {}): void {
  const perChapter = board.chapters.flatMap(({ id }): [string, Answers[string]][] => [
    [
      `GET /api/chapters/${id}/scenes`,
      () => ({ body: sceneReplies(stored(id)), headers: { ETag: `"${stored(id).rev}"` } }),
    ],
    [`POST /api/chapters/${id}/scenes/move`, answerMove],
    ...[0, 1].map((index): [string, Answers[string]] => [
      `PUT /api/chapters/${id}/scenes/${index}/synopsis`,
      answerSynopsis,
    ]),
  ]);
  board.api?.restore();
  board.api = fakeApi({
    'GET /api/user': { body: fakeUser },
    [`GET /api/books/${bookId}`]: () => ({ body: { id: bookId, title: 'Winter', canEdit: board.canEdit } }),
    [`GET /api/books/${bookId}/chapters`]: () => ({ body: board.chapters.map(itemOf) }),
    ...Object.fromEntries(perChapter),
    ...answers,
  });
  const router = createMemoryRouter(
    [
      { path: '/book/:id/corkboard', element: <CorkboardPage /> },
      { path: '*', element: null },
    ],
    { initialEntries: [`/book/${bookId}/corkboard`] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** The requests of the page that was opened last. */
export const allRequests = () => board.api?.requests ?? [];
export const requests = (route: string) => allRequests().filter((request) => request.route === route);
/** The cards of a chapter, once they are loaded. */
export const scenesOf = async (title: string): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: `Scenes of ${title}` })).queryAllByRole('listitem');
/** The first words of the scenes of a chapter, as the page shows them. */
export const shownScenes = async (title: string, words: readonly string[]): Promise<string[]> => {
  const cards = await scenesOf(title);
  return cards.map(({ textContent }) => words.find((each) => textContent.includes(each)) ?? textContent);
};
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const focused = (): string | null =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null;
/** The text about the last change. */
export const lastChange = (): string =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');
