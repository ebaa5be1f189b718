import { Author } from './author.ts';
import type { RouteOutcome } from './call-route.ts';
import { RecordedChapter } from './recorded-chapter.ts';
import type { SaveOptions } from './save-until-acknowledged.ts';
import { WriteHistory } from './write-history.ts';

interface WriterOptions extends Pick<SaveOptions, 'giveUpAfterMs'> {
  /** The time between an acknowledged save and the next one. */
  readonly pauseMs: number;
}

/** An author who saves one word after the other until `stop`, and retries each save until it is acknowledged. */
export class ContinuousWriter {
  readonly author: Author;
  /** The outcome of every attempt to save so far, also of those without a reply. */
  readonly answers: RouteOutcome[] = [];
  /** Every save, and every text that `readStored` returned. */
  readonly history: WriteHistory;
  readonly #chapter: RecordedChapter;
  readonly #options: WriterOptions;
  readonly #loop: Promise<void>;
  #isStopping = false;

  private constructor(chapter: RecordedChapter, history: WriteHistory, options: WriterOptions) {
    this.author = chapter.author;
    this.history = history;
    this.#chapter = chapter;
    this.#options = options;
    this.#loop = this.#write();
    // `stop` throws the error of a save that was given up; until then it must not end the process.
    this.#loop.catch(() => undefined);
  }

  /** Registers an author at `url`. */
  static async start(url: string, options: WriterOptions): Promise<ContinuousWriter> {
    const history = new WriteHistory();
    return new ContinuousWriter(await RecordedChapter.create(await Author.register(url), history), history, options);
  }

  /** The words whose saves were acknowledged so far. */
  get acknowledged(): string {
    return this.#chapter.text;
  }

  /** Stops writing and returns the text that was acknowledged, and the one that is stored. */
  async stop(): Promise<{ acknowledged: string; stored: string }> {
    this.#isStopping = true;
    await this.#loop;
    return { acknowledged: this.acknowledged, stored: await this.readStored() };
  }

  async readStored(): Promise<string> {
    return (await this.history.read(this.author, this.#chapter.id)).text;
  }

  async #write(): Promise<void> {
    const { pauseMs, ...options } = this.#options;
    const onAnswer = (answer: RouteOutcome): void => void this.answers.push(answer);
    for (let count = 0; !this.#isStopping; count += 1) {
      await this.#chapter.append(`word${count} `, { ...options, onAnswer });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
