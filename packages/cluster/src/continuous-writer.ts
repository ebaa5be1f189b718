import { Author } from '@inkbear/e2e/author';
import { saveUntilAcknowledged } from '@inkbear/e2e/save-until-acknowledged';
import { publicUrl } from './cluster.ts';

/** An author who saves a word five times a second until `stop`, and retries each save until it is acknowledged. */
export class ContinuousWriter {
  readonly author: Author;
  readonly #chapterId: string;
  readonly #loop: Promise<void>;
  #acknowledged = '';
  #isStopping = false;

  private constructor(author: Author, chapterId: string) {
    this.author = author;
    this.#chapterId = chapterId;
    this.#loop = this.#write();
  }

  static async start(): Promise<ContinuousWriter> {
    const author = await Author.register(publicUrl);
    const { chapterId } = await author.createBook();
    return new ContinuousWriter(author, chapterId);
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

  async #write(): Promise<void> {
    const state = {
      rev: Number((await this.author.call('GET', `/api/chapters/${this.#chapterId}`)).body['rev']),
      length: 0,
    };
    for (let count = 0; !this.#isStopping; count += 1) {
      const word = `word${count} `;
      await saveUntilAcknowledged(this.author, this.#chapterId, state, word);
      this.#acknowledged += word;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
