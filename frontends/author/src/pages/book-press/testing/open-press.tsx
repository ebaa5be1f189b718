import { afterEach, beforeEach, jest } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import type { Edition } from '@inkbear/contracts/export/edition';
import type { Finding } from '@inkbear/contracts/export/preflight';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { type FakeAnswer, fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { PageLayout, PreviewInput } from '../../../features/press/preview/messages.ts';
import type { PreviewWorker } from '../../../features/press/preview/open-preview.ts';
import PressPage from '../press-page.tsx';

export const bookId = '64b7f0000000000000000001';
export const [c1, c2] = ['64b7f000000000000000000a', '64b7f000000000000000000b'] as const;
export const book = {
  id: bookId,
  title: 'Winter',
  authorName: 'Ada',
  penName: '',
  publishingHouse: '',
  dedication: '',
  introduction: '',
  synopsis: '',
  language: 'EN',
  canEdit: true,
};
export const chapter = (id: string, chapterNumber: number, wordCount = 900) => ({
  id,
  bookId,
  chapterNumber,
  title: `Chapter ${chapterNumber}`,
  wordCount,
  rev: chapterNumber,
});
export const layoutOf = ({ design }: PreviewInput, pageCount = design.trim === '5x8' ? 30 : 24): PageLayout => ({
  pageCount,
  charactersPerLine: 61.4,
  insideIn: 0.8,
  width: 432,
  height: 648,
  findings: [],
  pages: Array.from({ length: pageCount }, (_, index) => ({
    label: String(index + 1),
    side: index % 2 === 0 ? 'right' : 'left',
    chapterId: index < 4 ? null : index < 14 ? c1 : c2,
  })),
});

/** What a test changes and inspects. `setUpPressPage` resets it before each test. */
export const press = {
  api: undefined as unknown as ReturnType<typeof fakeApi>,
  answers: {} as Record<
    string,
    FakeAnswer | Error | ((request: { body: unknown }) => FakeAnswer | Promise<FakeAnswer>)
  >,
  /** What was laid out. */
  inputs: [] as PreviewInput[],
  /** The ids of the chapters that the worker was given. */
  sent: [] as string[],
  /** How many workers were closed. */
  closed: 0,
  layOut: undefined as unknown as PreviewWorker['layOut'],
};

const openWorker = (): PreviewWorker => ({
  setChapter: ({ id }) => press.sent.push(id),
  layOut: (input, onChapterDone) => {
    press.inputs.push(input);
    return press.layOut(input, onChapterDone);
  },
  measure: (input) => Promise.resolve(layoutOf(input)),
  draw: (page) =>
    Promise.resolve({
      image: { page: { label: '', side: 'right', drawings: [], chapter: undefined }, glyphs: [], scales: {} as never },
      texts: [{ text: `Line of page ${page + 1}`, x: 60, y: 600, width: 200, size: 11 }],
    }),
  close: () => (press.closed += 1),
});

export const reply = (body: unknown): FakeAnswer => ({ body });

/** Resets the fake server and the fake worker around each test. */
export function setUpPressPage(): void {
  beforeEach(() => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
    Object.assign(press, { inputs: [], sent: [], closed: 0 });
    press.layOut = (input) => Promise.resolve(layoutOf(input));
    const design = { rev: 3, ...designDefaults };
    press.answers = {
      'GET /api/user': reply(fakeUser),
      'GET /api/user/plan-status': reply({ plan: 'pro_monthly', isActive: true, planEndDate: null, exportUntil: null }),
      [`GET /api/books/${bookId}`]: reply(book),
      [`GET /api/books/${bookId}/chapters`]: reply([chapter(c1, 1), chapter(c2, 2)]),
      [`GET /api/chapters/${c1}`]: reply({ ...chapter(c1, 1), content: 'One.' }),
      [`GET /api/chapters/${c2}`]: reply({ ...chapter(c2, 2), content: 'Two.' }),
      [`GET /api/books/${bookId}/design`]: reply(design),
      [`PUT /api/books/${bookId}/design`]: ({ body }) => reply({ rev: 4, ...(body as object) }),
      [`GET /api/books/${bookId}/matter`]: reply({ rev: 0, pieces: [] }),
      [`PUT /api/books/${bookId}/matter`]: ({ body }) => reply({ rev: 1, ...(body as object) }),
      [`GET /api/books/${bookId}/editions`]: reply([]),
      [`GET /api/books/${bookId}/cover`]: { status: 404, body: problemBody(404, 'export.cover_not_found', 'None.') },
    };
  });
  afterEach(async () => {
    cleanup();
    // Otherwise the next test opens with the unsaved design of this one.
    await discardAfterSignOut();
    jest.restoreAllMocks();
    press.api.restore();
    sessionStorage.clear();
    localStorage.clear();
  });
}

const editionList = `GET /api/books/${bookId}/editions`;

/** Answers like the server: the list of editions has no findings, each edition by itself has them. */
function withEditions(answers: typeof press.answers): typeof press.answers {
  const listed = answers[editionList];
  if (listed === undefined || typeof listed === 'function' || listed instanceof Error) return answers;
  const editions = listed.body as Edition[];
  if (!Array.isArray(editions)) return answers;
  const details = Object.fromEntries(editions.map((each) => [`GET /api/editions/${each.id}`, reply(each)]));
  return { ...details, ...answers, [editionList]: reply(editions.map(withoutFindings)) };
}

const withoutFindings = (each: Edition): Edition => ({
  ...each,
  files: each.files.map(({ preflight, ...rest }) => ({
    ...rest,
    preflight: preflight && { ...preflight, findings: [] },
  })),
});

/** Opens the page. */
export function open() {
  // In place, because tests change the answers later.
  Object.assign(press.answers, withEditions(press.answers));
  press.api = fakeApi(press.answers);
  const router = createMemoryRouter(
    [
      { path: '/book/:id/press', element: <PressPage open={openWorker} /> },
      { path: '/book/:id', element: <p>The editor</p> },
    ],
    { initialEntries: [`/book/${bookId}/press`] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

/** Waits until the pages are shown and drawn, with those of the next two spreads. */
export const pages = async () => {
  await screen.findByText('Line of page 1');
  await act(async () => undefined);
  return screen.getByRole('img', { name: /^Pages? / });
};
export const shown = () => screen.getByRole('img', { name: /^Pages? / }).getAttribute('aria-label');
/** Presses a key and waits until the pages are drawn. */
export const key = (name: string) => act(async () => void fireEvent.keyDown(document.body, { key: name }));
export const requests = (route: string) => press.api.requests.filter((request) => request.route === route);
export const put = `PUT /api/books/${bookId}/design`;
export const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const openTab = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const finding = (part: Partial<Finding>): Finding => ({
  ruleId: 'kdp-print/inside-margin',
  severity: 'error',
  page: 12,
  rect: { x: 10, y: 20, width: 30, height: 40 },
  measured: '0.3 in',
  limit: '0.375 in',
  reason: 'Text is too near the spine.',
  fix: { text: 'Make the inside margin wider.', patch: { paper: 'white' }, target: null },
  ...part,
});
export const edition = (part: Partial<Edition> = {}): Edition => ({
  id: '64b7f0000000000000000099',
  bookId,
  name: '',
  pinned: false,
  createdAt: new Date().toISOString(),
  revisions: {
    design: 3,
    matter: 0,
    chapters: [
      { id: c1, rev: 1 },
      { id: c2, rev: 1 },
    ],
  },
  docx: { paper: 'a4', face: 'times-new-roman', contact: '' },
  files: [
    {
      id: '64b7f0000000000000000077',
      profile: 'print',
      state: 'ready',
      progress: null,
      createdAt: new Date().toISOString(),
      finishedAt: new Date().toISOString(),
      pages: 24,
      bytes: 1_500_000,
      name: 'Winter - print 6x9.pdf',
      preflight: {
        sha256: 'ab',
        checkedAt: new Date().toISOString(),
        ruleSets: [{ id: 'kdp-print', rules: 24, comparedOn: '2026-11-12', comparedWith: 'guides', url: '' }],
        counts: { errors: 1, warnings: 0, notes: 1 },
        findings: [finding({}), finding({ severity: 'note', page: null, rect: null, reason: 'Straight quotes.' })],
      },
      comparison: { paragraphs: 2, missing: 0, extra: 0, moved: 0 },
      error: null,
    },
  ],
  ...part,
});
export const editionPath = `/api/editions/${edition().id}`;
export const [file] = edition().files as [Edition['files'][number]];
