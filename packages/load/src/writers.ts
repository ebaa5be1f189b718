import { Author } from '@inkbear/e2e/author';

/** The session of a signed-in author with the chapter to write. */
export interface Writer {
  readonly cookie: string;
  readonly bookId: string;
  readonly chapterId: string;
}

/** Writers with the session of the same author, each with a chapter of its own. */
const writersPerAuthor = 8;

/** Registers as few authors as these writers need, because an address may register only so many. */
export async function createWriters(url: string, count: number): Promise<Writer[]> {
  const writers: Writer[] = [];
  while (writers.length < count) {
    const author = await Author.register(url);
    const { bookId, chapterId } = await author.createBook();
    const writer = { cookie: author.cookieHeader, bookId };
    writers.push({ ...writer, chapterId });
    for (let more = 1; more < writersPerAuthor && writers.length < count; more += 1)
      writers.push({ ...writer, chapterId: await author.createChapter(bookId) });
  }
  return writers;
}
