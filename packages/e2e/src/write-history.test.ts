import { describe, expect, it } from '@jest/globals';
import type { Answer } from './author.ts';
import { FakeChapter } from './fake-chapter.ts';
import { WriteHistory } from './write-history.ts';

const chapterId = 'c';

/** Saves that the server acknowledges as the next revision, without storing them: the test says what is stored. */
async function acknowledge(history: WriteHistory, baseRev: number | null, text: string, rev: number): Promise<void> {
  const call = async () => ({ status: 200, body: { rev }, headers: new Headers() }) as Answer;
  await history.send({ chapterId, baseRev, text }, call);
}

async function sendWithoutReply(history: WriteHistory, baseRev: number | null, text: string): Promise<void> {
  const call = async () => await Promise.reject<Answer>(new TypeError('fetch failed'));
  await expect(history.send({ chapterId, baseRev, text }, call)).rejects.toThrow('fetch failed');
}

async function sendAnswered(history: WriteHistory, text: string, status: number): Promise<void> {
  await history.send({ chapterId, baseRev: 3, text }, async () => ({ status, body: {}, headers: new Headers() }));
}

/** A chapter with the acknowledged revisions 2 ("one") and 3 ("one two"), which the server has. */
async function recordedChapter(): Promise<{ chapter: FakeChapter; history: WriteHistory }> {
  const chapter = new FakeChapter();
  const history = new WriteHistory();
  await history.read(chapter.author, chapterId);
  await acknowledge(history, 1, 'one', 2);
  await acknowledge(history, 2, 'one two', 3);
  chapter.texts.set(2, 'one').set(3, 'one two');
  return { chapter, history };
}

describe('WriteHistory', () => {
  it('finds nothing when the server has every acknowledged text', async () => {
    const { history } = await recordedChapter();
    expect([history.size, await history.findDifferences()]).toEqual([2, []]);
  });

  it.each([
    {
      fault: 'the last save was lost',
      plant: ({ texts }: FakeChapter) => texts.delete(3),
      expected: [
        'c: lost write: revision 3 was stored, revision 2 was read later',
        'c: lost write: revision 3 is not in the history',
        'c: revision 3 is answered 404',
      ],
    },
    {
      fault: 'a word was stored twice',
      plant: ({ texts }: FakeChapter) => texts.set(3, 'one two two'),
      expected: [
        'c: lost write: another text was acknowledged for revision 3, read after revision 3',
        'c: lost write: another text was acknowledged for revision 3 of the history',
      ],
    },
    {
      fault: 'a retried save was stored twice',
      plant: ({ texts }: FakeChapter) => texts.set(4, 'one two two'),
      expected: [
        'c: lost or repeated write: no save explains revision 4, read after revision 3',
        'c: lost or repeated write: no save explains revision 4 of the history',
      ],
    },
    {
      fault: 'an old revision was changed',
      plant: ({ texts }: FakeChapter) => texts.set(2, 'none'),
      expected: ['c: lost write: another text was acknowledged for revision 2 of the history'],
    },
    {
      fault: 'the text before the first save was changed',
      plant: ({ texts }: FakeChapter) => texts.set(1, 'none'),
      expected: ['c: lost write: another text was acknowledged for revision 1 of the history'],
    },
    {
      fault: 'a revision is not listed',
      plant: ({ unlisted }: FakeChapter) => unlisted.add(2),
      expected: ['c: lost write: revision 2 is not in the history'],
    },
  ])('reports that $fault', async ({ plant, expected }) => {
    const { chapter, history } = await recordedChapter();
    plant(chapter);
    expect(await history.findDifferences()).toEqual(expected);
  });

  it('reports a lost acknowledged write that is followed by a read and another write', async () => {
    const { chapter, history } = await recordedChapter();
    chapter.texts.delete(3);
    const { rev, text } = await history.read(chapter.author, chapterId);
    expect([rev, text]).toEqual([2, 'one']);
    await acknowledge(history, 2, 'one three', 3);
    await acknowledge(history, 3, 'one three four', 4);
    chapter.texts.set(3, 'one three').set(4, 'one three four');
    expect(await history.findDifferences()).toEqual([
      'c: lost write: revision 3 was acknowledged for two texts',
      'c: lost write: revision 3 was stored, revision 2 was read later',
    ]);
  });

  it('reports a lost acknowledged write that the next writer stores again after a read', async () => {
    const { chapter, history } = await recordedChapter();
    chapter.texts.delete(3);
    await history.read(chapter.author, chapterId);
    await acknowledge(history, 2, 'one two', 3);
    chapter.texts.set(3, 'one two');
    expect(await history.findDifferences()).toEqual([
      'c: lost write: revision 3 was stored, revision 2 was read later',
    ]);
  });

  it('reports an acknowledged word that is lost in the text on which the next write is based', async () => {
    const { chapter, history } = await recordedChapter();
    await sendWithoutReply(history, 3, 'one two three');
    chapter.texts.set(4, 'one three');
    await history.read(chapter.author, chapterId);
    await acknowledge(history, 4, 'one three four', 5);
    chapter.texts.set(5, 'one three four');
    expect(await history.findDifferences()).toEqual([
      'c: lost or repeated write: no save explains revision 4, read after revision 3',
      'c: lost or repeated write: no save explains revision 4 of the history',
    ]);
  });

  it('reports an acknowledged text that a save without a reply has replaced', async () => {
    const { chapter, history } = await recordedChapter();
    await sendWithoutReply(history, 2, 'one three');
    chapter.texts.set(3, 'one three');
    expect(await history.findDifferences()).toEqual([
      'c: lost write: another text was acknowledged for revision 3, read after revision 3',
      'c: lost write: another text was acknowledged for revision 3 of the history',
    ]);
  });

  it('reports that an overwriting save was acknowledged as an older revision', async () => {
    const { chapter, history } = await recordedChapter();
    await acknowledge(history, null, 'one', 2);
    chapter.texts.delete(3);
    expect(await history.findDifferences()).toContain(
      'c: lost write: revision 3 was stored, a later save was acknowledged as revision 2',
    );
  });

  it('reports a save that was acknowledged as another revision than the one after its base', async () => {
    const { chapter, history } = await recordedChapter();
    await acknowledge(history, 3, 'one two three', 5);
    chapter.texts.set(5, 'one two three');
    expect(await history.findDifferences()).toEqual(['c: a save of revision 3 was acknowledged as revision 5']);
  });

  it('reports that no save was recorded, and that no save of a chapter was acknowledged', async () => {
    const history = new WriteHistory();
    expect(await history.findDifferences()).toEqual(['no save was recorded']);
    await history.read(new FakeChapter().author, chapterId);
    await sendWithoutReply(history, 1, 'one');
    expect(await history.findDifferences()).toEqual(['c: no save was acknowledged']);
  });

  it('refuses a save of a chapter that was not read before', async () => {
    await expect(acknowledge(new WriteHistory(), 1, 'one', 2)).rejects.toThrow(
      'The chapter c was not read before its first save.',
    );
  });

  it.each([
    { how: 'of the last revision', baseRev: 3, rev: 4 },
    { how: 'that overwrites any text', baseRev: null, rev: 5 },
  ])('accepts that a save $how was stored although no reply came', async ({ baseRev, rev }) => {
    const { chapter, history } = await recordedChapter();
    await sendWithoutReply(history, baseRev, 'one two three');
    chapter.texts.set(rev, 'one two three');
    expect(await history.findDifferences()).toEqual([]);
  });

  it('accepts that a save without a reply was not stored', async () => {
    const { history } = await recordedChapter();
    await sendWithoutReply(history, 3, 'one two three');
    expect(await history.findDifferences()).toEqual([]);
  });

  it('accepts a save that was answered 503 and stored, but not one that was refused and stored', async () => {
    const { chapter, history } = await recordedChapter();
    chapter.texts.set(4, 'one two three');
    await sendAnswered(history, 'one two three', 503);
    expect(await history.findDifferences()).toEqual([]);
    chapter.texts.set(4, 'one two four');
    await sendAnswered(history, 'one two four', 413);
    expect(await history.findDifferences()).toContain(
      'c: lost or repeated write: no save explains revision 4, read after revision 3',
    );
  });

  it('accepts texts that were read before the saves that explain them were recorded', async () => {
    const { chapter, history } = await recordedChapter();
    const onRead = history.beginRead(chapterId);
    chapter.texts.set(4, 'one two three');
    onRead({ rev: 4, text: 'one two three' });
    await acknowledge(history, 3, 'one two three', 4);
    expect(await history.findDifferences()).toEqual([]);
  });

  it('accepts that a text which was read but never acknowledged is lost in a crash', async () => {
    const { chapter, history } = await recordedChapter();
    await sendWithoutReply(history, 3, 'one two three');
    chapter.texts.set(4, 'one two three');
    await history.read(chapter.author, chapterId);
    await acknowledge(history, 3, 'one two four', 4);
    chapter.texts.set(4, 'one two four');
    expect(await history.findDifferences()).toEqual([]);
  });

  it('compares only the history since the first recorded text', async () => {
    const chapter = new FakeChapter([
      [1, ''],
      [2, 'before'],
    ]);
    const history = new WriteHistory();
    await history.read(chapter.author, chapterId);
    await acknowledge(history, 2, 'before one', 3);
    chapter.texts.set(3, 'before one').delete(1);
    expect([history.size, await history.findDifferences()]).toEqual([1, []]);
  });
});
