import { Author } from '@inkbear/e2e/author';

/** The session of a signed-in author with the chapter to write. */
export interface Writer {
  readonly cookie: string;
  readonly bookId: string;
  readonly chapterId: string;
}

/** Registers authors, each with a book. */
export async function createWriters(url: string, count: number): Promise<Writer[]> {
  const writers: Writer[] = [];
  while (writers.length < count) {
    const author = await Author.register(url);
    writers.push({ cookie: author.cookieHeader, ...(await author.createBook()) });
  }
  return writers;
}
