import type { Author } from './author.ts';
import type { RouteOutcome } from './call-route.ts';
import { saveUntilAcknowledged } from './save-until-acknowledged.ts';
import type { WriteHistory } from './write-history.ts';

/** A chapter that one client extends as the editor does; every acknowledged save is recorded. */
export class RecordedChapter {
  readonly id: string;
  readonly author: Author;
  readonly #history: WriteHistory;
  readonly #state: { rev: number; length: number };
  #text: string;

  private constructor(author: Author, history: WriteHistory, chapter: { id: string; rev: number; text: string }) {
    this.id = chapter.id;
    this.author = author;
    this.#history = history;
    this.#state = { rev: chapter.rev, length: chapter.text.length };
    this.#text = chapter.text;
  }

  /** Opens a chapter that nothing else writes to. */
  static async open(author: Author, chapterId: string, history: WriteHistory): Promise<RecordedChapter> {
    const { status, body } = await author.call('GET', `/api/chapters/${chapterId}`);
    if (status !== 200) throw new Error(`The chapter could not be read: ${status}.`);
    const chapter = { id: chapterId, rev: Number(body['rev']), text: String(body['content']) };
    return new RecordedChapter(author, history, chapter);
  }

  /** Creates a book and opens its first chapter. */
  static async create(author: Author, history: WriteHistory): Promise<RecordedChapter> {
    return await RecordedChapter.open(author, (await author.createBook()).chapterId, history);
  }

  /** The text of the last acknowledged save. */
  get text(): string {
    return this.#text;
  }

  /** Retries until the words are acknowledged. */
  async append(words: string, onAnswer?: (outcome: RouteOutcome) => void): Promise<void> {
    const rev = await saveUntilAcknowledged(this.author, this.id, this.#state, words, onAnswer);
    this.#text += words;
    this.#history.record({ author: this.author, chapterId: this.id, rev, text: this.#text });
  }
}
