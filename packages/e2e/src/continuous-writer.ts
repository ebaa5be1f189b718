import { Author } from './author.ts';
import type { RouteOutcome } from './call-route.ts';
import { saveUntilAcknowledged } from './save-until-acknowledged.ts';

/** An author who saves one word after the other until `stop`, and retries each save until it is acknowledged. */
export class ContinuousWriter {
  readonly author: Author;
  /** The outcome of every attempt to save so far, also of those without a reply. */
  readonly answers: RouteOutcome[] = [];
  readonly #chapterId: string;
  readonly #pauseMs: number;
  readonly #loop: Promise<void>;
  #acknowledged = '';
  #isStopping = false;

  private constructor(author: Author, chapter: { readonly id: string; readonly rev: number }, pauseMs: number) {
    this.author = author;
    this.#chapterId = chapter.id;
    this.#pauseMs = pauseMs;
    this.#loop = this.#write(chapter.rev);
  }

  /** Registers an author at `url`. @param pauseMs the time between an acknowledged save and the next one */
  static async start(url: string, { pauseMs }: { readonly pauseMs: number }): Promise<ContinuousWriter> {
    const author = await Author.register(url);
    const { chapterId } = await author.createBook();
    const { body } = await author.call('GET', `/api/chapters/${chapterId}`);
    return new ContinuousWriter(author, { id: chapterId, rev: Number(body['rev']) }, pauseMs);
  }

  /** The words whose saves were acknowledged so far. */
  get acknowledged(): string {
    return this.#acknowledged;
  }

  /** Stops writing and returns the text that was acknowledged, and the one that is stored. */
  async stop(): Promise<{ acknowledged: string; stored: string }> {
    this.#isStopping = true;
    await this.#loop;
    return { acknowledged: this.#acknowledged, stored: await this.readStored() };
  }

  async readStored(): Promise<string> {
    const { status, body } = await this.author.call('GET', `/api/chapters/${this.#chapterId}`);
    if (status !== 200) throw new Error(`The chapter could not be read: ${status}.`);
    return String(body['content']);
  }

  async #write(rev: number): Promise<void> {
    const state = { rev, length: 0 };
    for (let count = 0; !this.#isStopping; count += 1) {
      const word = `word${count} `;
      await saveUntilAcknowledged(this.author, this.#chapterId, state, word, (answer) => this.answers.push(answer));
      this.#acknowledged += word;
      await new Promise((resolve) => setTimeout(resolve, this.#pauseMs));
    }
  }
}
