import { randomUUID } from 'node:crypto';
import { getChapter, patchChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { buildPath } from '@inkbear/contracts/route';
import type { BooksProcess } from './books-process.ts';
import { ChapterSession, generateProse } from './chapter-session.ts';
import { WireClient } from './wire-client.ts';

/** Authors of the books service, each with one chapter in an editor. */
export class BooksAuthors {
  readonly sessions: readonly ChapterSession[];
  readonly #books: BooksProcess;
  readonly #userIds: ReadonlyMap<ChapterSession, string>;

  private constructor(books: BooksProcess, userIds: ReadonlyMap<ChapterSession, string>) {
    this.#books = books;
    this.#userIds = userIds;
    this.sessions = [...userIds.keys()];
  }

  /** Creates the authors and their chapters, of `textLength` characters each. */
  static async create(books: BooksProcess, count: number, textLength: number): Promise<BooksAuthors> {
    const client = new WireClient();
    const userIds = new Map<ChapterSession, string>();
    for (let created = 0; created < count; created += 1) {
      const userId = randomUUID();
      const content = generateProse(textLength);
      const session = new ChapterSession(await books.createChapter(client, userId), content);
      await client.send(
        'PUT',
        books.url + buildPath(saveChapter, { id: session.id }),
        JSON.stringify({ content }),
        books.headers(userId),
      );
      session.rev = 2;
      userIds.set(session, userId);
    }
    client.close();
    return new BooksAuthors(books, userIds);
  }

  /** Types a word and saves it, as the editor does. */
  async save(client: WireClient, session: ChapterSession): Promise<void> {
    const { changes, changeId } = session.type();
    const headers = { ...this.#headers(session), 'if-match': `"${session.rev}"`, 'time-zone': 'Europe/London' };
    const url = this.#books.url + buildPath(patchChapter, { id: session.id });
    const { body } = await client.send('PATCH', url, JSON.stringify({ changeId, changes }), headers);
    session.rev = (JSON.parse(body) as { rev: number }).rev;
  }

  async read(client: WireClient, session: ChapterSession): Promise<void> {
    await client.send('GET', this.#books.url + buildPath(getChapter, { id: session.id }), '', this.#headers(session));
  }

  #headers(session: ChapterSession): Record<string, string> {
    return this.#books.headers(this.#userIds.get(session) ?? '');
  }
}
