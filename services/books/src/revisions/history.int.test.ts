import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getRevision, listRevisions, restoreRevision, saveChapter } from '@inkbear/contracts/books/chapter';
import { diffToChanges } from '@inkbear/prose/changes';
import { BooksService } from '../testing/books-service.ts';

/** Small, fast and the same for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = ['bear ', 'ink\n', '🐻 ', 'café ', '\n\n', 'the river ', '漢字', '  ', '“Oh!” '];

function edit(text: string, next: (below: number) => number): string {
  const characters = Array.from(text);
  characters.splice(next(characters.length + 1), next(6), ...Array.from({ length: next(4) }, () => pieces[next(pieces.length)] ?? ''));
  return characters.join('');
}

describe('the history of a chapter', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());

  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
  it(`reads every revision exactly, before and after thinning (TEST_SEED=${seed})`, async () => {
    const next = random(seed);
    const { author, chapterId } = await books.desk();
    const texts = new Map([[1, '']]);
    let [text, rev, days] = ['', 1, 0];
    const save = async () => {
      const kind = next(10);
      if (kind === 0) {
        const { status, body } = await books.call(restoreRevision, { as: author, params: { id: chapterId, rev: String(1 + next(rev)) } });
        if (status === 404) return;
        [text, rev] = [body['content'], body['rev']];
      } else if (kind === 1) {
        text = edit(text, next);
        rev = (await books.call(saveChapter, { as: author, params: { id: chapterId }, body: { content: text } })).body['rev'];
      } else {
        const changed = edit(text, next);
        const { status, body } = await books.patch(author, chapterId, rev, diffToChanges(text, changed).toJSON());
        expect(status).toBe(200);
        [text, rev] = [changed, body['rev']];
      }
      texts.set(rev, text);
    };
    const listed = async () => ((await books.call(listRevisions, { as: author, params: { id: chapterId } })).body as unknown as { rev: number; kind: string }[]);
    const readAll = async () => {
      for (const item of await listed()) {
        const { status, body } = await books.call(getRevision, { as: author, params: { id: chapterId, rev: String(item.rev) } });
        expect([item.rev, status, body['content']]).toEqual([item.rev, 200, texts.get(item.rev)]);
      }
    };
    try {
      for (let count = 0; count < 240; count += 1) {
        await save();
        if (next(40) === 0) books.moveClock((days += 0.05));
      }
      expect((await listed()).length).toBe(rev);
      await readAll();
      books.moveClock((days += 2));
      await books.runJob('thin-history');
      const kept = await listed();
      expect(kept.length).toBeLessThan(rev);
      expect(kept.filter(({ kind }) => kind !== 'autosave')).toHaveLength((await books.rows('chapter_changes').find({ chapterId }).toArray()).filter(({ kind }) => kind !== 'autosave').length);
      await readAll();
      for (let count = 0; count < 20; count += 1) await save();
      books.moveClock((days += 2));
      await books.runJob('thin-history');
      await books.runJob('thin-history');
      await readAll();
    } finally {
      books.moveClock(0);
    }
    const folded = await books.rows('chapter_changes').findOne({ chapterId, folded: true });
    const changeId = String(folded?._id).slice(chapterId.length + 1);
    expect((await books.patch(author, chapterId, Number(folded?.['rev']) - 1, [], { changeId })).body).toMatchObject({ rev: folded?.['rev'], wordCount: folded?.['wordCount'] });
  }, 60_000);
});
