import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import type { FamilyBytes } from '@inkbear/press/fonts';
import { readAssets } from '@inkbear/press/node-assets';
import type { PreviewInput, PreviewReply, PreviewRequest } from './messages.ts';
import { PreviewSession } from './preview-session.ts';

const paragraphs = Array.from({ length: 30 }, () => 'The difficult bear offered an efficient explanation.').join(
  '\n\n',
);
const chapter = (id: string, content: string) => ({
  id,
  title: id.toUpperCase(),
  content,
  wordCount: content === '' ? 0 : 9,
});
const input: PreviewInput = {
  book: {
    title: 'Winter',
    authorName: 'Ada',
    penName: '',
    publishingHouse: '',
    dedication: '',
    introduction: '',
    synopsis: '',
    language: 'EN',
  },
  chapterIds: ['a', 'b', 'c'],
  design: designDefaults,
  pieces: [{ kind: 'notes', title: '', text: 'None.' }],
};

let family: FamilyBytes;
beforeAll(async () => {
  ({ family } = await readAssets());
});

describe('the preview in its worker', () => {
  let replies: PreviewReply[];
  let fetched: string[];
  let isOffline: boolean;
  let session: PreviewSession;
  beforeEach(() => {
    [replies, fetched, isOffline] = [[], [], false];
    session = new PreviewSession({
      fetchFonts: (face) => {
        fetched.push(face);
        return isOffline ? Promise.reject(new Error('offline')) : Promise.resolve(family);
      },
      post: (reply) => replies.push(reply),
      createCanvas: null,
    });
  });
  const send = async (request: PreviewRequest) => {
    await session.handle(request);
    return replies.at(-1);
  };
  const sendChapters = async () => {
    await send({ kind: 'set-chapter', chapter: chapter('a', paragraphs) });
    await send({ kind: 'set-chapter', chapter: chapter('b', '') });
    await send({ kind: 'set-chapter', chapter: chapter('c', paragraphs) });
  };

  it('lays out the texts that it was given, and knows the chapter of each page', async () => {
    await sendChapters();
    const reply = await send({ kind: 'lay-out', id: 1, input });
    if (reply?.kind !== 'laid-out') throw new Error('It was not laid out.');
    const { layout } = reply;
    expect(layout.pages).toHaveLength(layout.pageCount);
    expect([...new Set(layout.pages.map(({ chapterId }) => chapterId))]).toEqual([null, 'a', 'c']);
    expect([layout.width, layout.height]).toEqual([432, 648]);
    expect(replies.filter(({ kind }) => kind === 'progress').slice(0, 2)).toEqual([
      { kind: 'progress', id: 1, done: 1, total: 2 },
      { kind: 'progress', id: 1, done: 2, total: 2 },
    ]);
  });

  it('measures another design without showing it', async () => {
    await sendChapters();
    await send({ kind: 'lay-out', id: 1, input });
    const small = { ...input, design: { ...designDefaults, trim: '5x8' as const, size: 14 } };
    const measured = await send({ kind: 'measure', id: 2, input: small });
    expect(measured?.kind === 'measured' && measured.measures.charactersPerLine).toBeLessThan(50);
    const drawn = await send({ kind: 'draw', id: 3, page: 0, scale: 1 });
    expect(drawn).toMatchObject({ kind: 'drawn', drawn: { texts: [{ text: 'Winter' }] } });
  });

  it('sends a page with its glyph paths where workers cannot draw', async () => {
    await sendChapters();
    const reply = await send({ kind: 'lay-out', id: 1, input });
    const page = reply?.kind === 'laid-out' ? reply.layout.pages.findIndex(({ chapterId }) => chapterId === 'a') : -1;
    const drawn = await send({ kind: 'draw', id: 2, page, scale: 2 });
    if (drawn?.kind !== 'drawn' || !('glyphs' in drawn.drawn.image)) throw new Error('It was not sent.');
    const { glyphs, page: sent } = drawn.drawn.image;
    const used = new Set(
      sent.drawings.flatMap(({ drawing }) =>
        drawing.runs.flatMap(({ face, from, to }) => [...drawing.ids.subarray(from, to)].map((id) => `${face} ${id}`)),
      ),
    );
    expect(new Set(glyphs.map(({ face, id }) => `${face} ${id}`))).toEqual(used);
    // The messages of workers can carry it.
    expect(structuredClone(drawn)).toEqual(drawn);
    expect(drawn.drawn.texts.map(({ text }) => text).join(' ')).toContain('The difficult bear');
  });

  it('reports a failure, and fetches fonts again after one', async () => {
    await sendChapters();
    isOffline = true;
    expect(await send({ kind: 'lay-out', id: 1, input })).toMatchObject({ kind: 'failed', id: 1, reason: 'error' });
    isOffline = false;
    expect(await send({ kind: 'lay-out', id: 2, input })).toMatchObject({ kind: 'laid-out' });
    expect(await send({ kind: 'lay-out', id: 3, input })).toMatchObject({ kind: 'laid-out' });
    expect(fetched).toEqual(['literata', 'literata']);
  });

  it('refuses scripts that cannot be laid out, and names the chapter', async () => {
    await sendChapters();
    await send({ kind: 'set-chapter', chapter: chapter('c', 'שלום עולם '.repeat(50)) });
    const reply = await send({ kind: 'lay-out', id: 1, input });
    expect(reply).toMatchObject({ kind: 'failed', reason: 'unsupported-script' });
    expect(reply?.kind === 'failed' && reply.message).toBe(
      'Pages in right-to-left scripts cannot be made yet. The first letters are in “C”. EPUB, DOCX and Markdown files can.',
    );
  });

  it('keeps the fonts of the last two families', async () => {
    await sendChapters();
    for (const face of ['literata', 'vollkorn', 'literata', 'alegreya', 'vollkorn'] as const)
      await send({ kind: 'lay-out', id: 1, input: { ...input, design: { ...designDefaults, face } } });
    expect(fetched).toEqual(['literata', 'vollkorn', 'alegreya', 'vollkorn']);
  });
});
