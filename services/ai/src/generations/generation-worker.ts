import { type Fingerprint, fingerprintOf } from '@inkbear/story-analysis/provenance/fingerprint';
import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { BuiltContext } from '../context/build-context.ts';
import { type ContextBudgets, defaultReadingTokens } from '../context/budgets.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { ReadingWindow } from '../reading/windows.ts';
import type {
  ChapterDigest,
  GenerationJob,
  GenerationJobResult,
  RepetitionSearch,
  SummaryRequest,
} from './run-generation-job.worker.ts';
import type { BookContext, ProviderTask } from './task.ts';

const workerModule = workerFile(import.meta.url, 'generations/run-generation-job.worker');
const maxQueue = 64;
const maxQueuePerOwner = 8;
/** In UTF-16 units. Tasks up to this length take a few milliseconds, less than passing them to a thread. */
const maxInlineLength = 50_000;

/** Imported by its file, so that the tokenizer is bundled only once. */
async function importWorkerModule(): Promise<(job: GenerationJob) => GenerationJobResult> {
  const imported = (await import(workerModule.href)) as { default: (job: GenerationJob) => GenerationJobResult };
  return imported.default;
}

/**
 * Builds prompts and runs the offline provider. Both read every text of the task, and a task may be large: a rewrite
 * has up to 2 MB, and a chapter's context may be a whole book. So long tasks run in a worker thread, which is shared
 * fairly between users and caches parsed chapters. Throws 503 `ai.too_busy` when its queue is full.
 */
export class GenerationWorker {
  readonly #pool = new WorkerPool<GenerationJob, GenerationJobResult>({
    name: 'generation',
    file: workerModule,
    maxThreads: 1,
    maxQueue,
    maxQueuePerOwner,
    busy: 'ai.too_busy',
  });

  readonly #budgets: ContextBudgets;
  readonly #readingTokens: number;

  /** @param readingTokens tokens of the part of a chapter that one call reads */
  constructor(budgets: ContextBudgets, readingTokens = defaultReadingTokens) {
    this.#budgets = budgets;
    this.#readingTokens = readingTokens;
  }

  /** Loads the code of short tasks. Call it before the first request: it blocks the event loop for 0.4 s. */
  async load(): Promise<void> {
    await importWorkerModule();
  }

  /** Builds the parts of the book for a prompt that writes the chapter: see `buildContext`. */
  async buildContext(context: BookContext, job: JobOptions): Promise<BuiltContext> {
    const task = { kind: 'context', context, budget: this.#budgets.write } as const;
    return (await this.#run(task, job)) as BuiltContext;
  }

  async buildPrompt(task: ProviderTask, job: JobOptions): Promise<Prompt> {
    return (await this.#run({ kind: 'prompt', task, budgets: this.#budgets }, job)) as Prompt;
  }

  /** The complete reply of the offline provider: see `answerOffline`. */
  async answerOffline(task: ProviderTask, variant: number, job: JobOptions): Promise<string> {
    return (await this.#run({ kind: 'answer', task, variant }, job)) as string;
  }

  /** The words of a text that a source has too: see `findRepeatedWords`. */
  async findRepeatedWords(search: RepetitionSearch, job: JobOptions): Promise<string | null> {
    return (await this.#run({ kind: 'repetition', ...search }, job)) as string | null;
  }

  /** See `fingerprintOf`: 500,000 characters take 200 ms. A short text does not wait for the tokenizer to be loaded. */
  async fingerprintOf(text: string, job: JobOptions): Promise<Fingerprint> {
    if (text.length <= maxInlineLength) return fingerprintOf(text);
    return (await this.#pool.run({ kind: 'fingerprint', text }, job)) as Fingerprint;
  }

  /** The automatic summaries of a chapter, and how much of it has changed. */
  async summarise(request: SummaryRequest, job: JobOptions): Promise<ChapterDigest> {
    return (await this.#run({ kind: 'summarise', ...request }, job)) as ChapterDigest;
  }

  /** The number of tokens of each text. */
  async countTokens(texts: readonly string[], job: JobOptions): Promise<readonly number[]> {
    return (await this.#run({ kind: 'count-tokens', texts }, job)) as readonly number[];
  }

  /** The parts of a chapter that are read one after the other: see `namedWindowsOf`. */
  async windowsOf(
    text: string,
    names: readonly (readonly string[])[],
    job: JobOptions,
  ): Promise<readonly ReadingWindow[]> {
    return (await this.#run({ kind: 'windows', text, names, maxTokens: this.#readingTokens }, job)) as ReadingWindow[];
  }

  async #run(task: GenerationJob, job: JobOptions): Promise<GenerationJobResult> {
    if (textLengthOf(task) > maxInlineLength) return await this.#pool.run(task, job);
    const runGenerationJob = await importWorkerModule();
    return runGenerationJob(task);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** The total length of all strings in a value, including nested ones, in UTF-16 units. Copies no string. */
function textLengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  const parts: Iterable<unknown> = value instanceof Set ? value : Object.values(value);
  for (const part of parts) length += textLengthOf(part);
  return length;
}
