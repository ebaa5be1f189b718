import { randomUUID } from 'node:crypto';
import type { Answer, Author } from './author.ts';
import type { StoredText } from './chapter-writes.ts';
import { saveUntilAcknowledged, type SaveOptions } from './save-until-acknowledged.ts';
import type { WriteHistory } from './write-history.ts';

/** A chapter to which one client writes; every save is recorded. */
export class RecordedChapter {
  readonly id: string;
  readonly author: Author;
  readonly #history: WriteHistory;
  #stored: StoredText;

  private constructor(author: Author, chapter: { id: string; stored: StoredText }, history: WriteHistory) {
    this.id = chapter.id;
    this.author = author;
    this.#stored = chapter.stored;
    this.#history = history;
  }

  /** Opens a chapter that nothing else writes to. */
  static async open(author: Author, chapterId: string, history: WriteHistory): Promise<RecordedChapter> {
    const stored = await history.read(author, chapterId);
    return new RecordedChapter(author, { id: chapterId, stored }, history);
  }

  /** Creates a book and opens its first chapter. */
  static async create(author: Author, history: WriteHistory): Promise<RecordedChapter> {
    return await RecordedChapter.open(author, (await author.createBook()).chapterId, history);
  }

  /** The text of the last acknowledged save. */
  get text(): string {
    return this.#stored.text;
  }

  /** Adds words as the editor does: retries until they are acknowledged. */
  async append(words: string, options?: SaveOptions): Promise<void> {
    const { rev: baseRev, text: before } = this.#stored;
    const text = before + words;
    const changes = before === '' ? [[0, words]] : [before.length, [0, words]];
    const body = { changeId: randomUUID(), changes, origins: [] };
    const patch = () => this.author.call('PATCH', `/api/chapters/${this.id}`, body, { 'if-match': `"${baseRev}"` });
    const send = () => this.#history.send({ chapterId: this.id, baseRev, text }, patch);
    this.#stored = { rev: await saveUntilAcknowledged(send, options), text };
  }

  /** Overwrites the text, whatever is stored; tries once. Open the chapter again when that was not acknowledged. */
  async replace(text: string): Promise<Answer> {
    const put = () => this.author.call('PUT', `/api/chapters/${this.id}`, { content: text });
    const answer = await this.#history.send({ chapterId: this.id, baseRev: null, text }, put);
    if (answer.status === 200) this.#stored = { rev: Number(answer.body['rev']), text };
    return answer;
  }
}
