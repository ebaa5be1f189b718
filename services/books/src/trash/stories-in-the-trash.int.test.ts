import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteBook, listTrash, restoreTrash } from '@inkbear/contracts/books/book';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { type Author, BooksService } from '../testing/books-service.ts';

describe('trash with stories', () => {
  let books: BooksService;
  let asked: string[];
  beforeAll(async () => (books = await BooksService.start()));
  beforeEach(() => void (asked = []));
  afterAll(async () => await books.stop());
  const item = (storyId: string, deletedAt: string) => ({
    storyId,
    title: `Story ${storyId}`,
    deletedAt,
    purgeAt: '2027-01-01T00:00:00.000Z',
  });
  const restore = (as: Author, id: string) => books.call(restoreTrash, { as, params: { id } });

  it('lists stories with books and chapters, most recently deleted first', async () => {
    const { author, bookId } = await books.authorWithBook();
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    books.answerStories = (path) => {
      asked.push(path);
      return [item('late', '2099-01-01T00:00:00.000Z'), item('early', '2020-01-01T00:00:00.000Z')];
    };
    const { status, body } = await books.call(listTrash, { as: author });
    expect([
      status,
      (body as unknown as { kind: string; itemId: string }[]).map(({ kind, itemId }) => `${kind} ${itemId}`),
    ]).toEqual([200, ['story late', `book ${bookId}`, 'story early']]);
    expect((body as unknown as object[])[0]).toEqual({
      id: 'late',
      kind: 'story',
      itemId: 'late',
      title: 'Story late',
      deletedAt: '2099-01-01T00:00:00.000Z',
      purgeAt: '2027-01-01T00:00:00.000Z',
    });
    expect(asked).toEqual([`/internal/users/${author.userId}/trashed-stories`]);
  });

  it('restores a story for its author, and returns 404 for an unknown id', async () => {
    const author = await books.author();
    books.answerStories = (path) => {
      asked.push(path);
      return path.includes('/mine/') ? { storyId: 'mine' } : FakePeer.problem('stories.not_found');
    };
    expect((await restore(author, 'mine')).body).toEqual({ message: 'The story is back.' });
    const missing = await restore(author, 'missing');
    expect([missing.status, missing.body['code'], missing.body['message']]).toEqual([
      404,
      'books.trash_not_found',
      'Not Found',
    ]);
    expect(asked[0]).toBe(`/internal/stories/mine/restore?userId=${author.userId}`);
  });

  it('returns 503 instead of a partial list while stories is down, and still restores a book', async () => {
    const { author, bookId } = await books.authorWithBook();
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    books.answerStories = () => [];
    const [{ id }] = (await books.call(listTrash, { as: author })).body as unknown as [{ id: string }];
    books.answerStories = () => null;
    expect([
      (await books.call(listTrash, { as: author })).status,
      (await restore(author, 'a-story')).status,
      (await restore(author, id)).status,
    ]).toEqual([503, 503, 200]);
  });
});
