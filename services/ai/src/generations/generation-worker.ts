import type { ContextPart } from '@inkbear/contracts/ai/context';
import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import { answerOffline } from '../offline/offline-provider.ts';
import { buildPrompt } from '../prompts/build-prompt.ts';
import { contextParts } from '../prompts/context-parts.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { GenerationJob } from './run-generation-job.worker.ts';
import type { BookContext, Task } from './task.ts';

const maxQueue = 64;
const maxQueuePerShare = 8;
/** In UTF-16 units. Tasks up to this length take a few milliseconds, less than passing them to a thread. */
const maxInlineLength = 50_000;

/**
 * Builds prompts and runs the offline writer. Both read every text of the task, and a task may be large: a rewrite has
 * up to 2 MB, and a chapter's context may be a whole book. So long tasks run in a worker thread, which is shared fairly
 * between users. Throws 503 `ai.too_busy` when its queue is full.
 */
export class GenerationWorker {
  readonly #pool = new WorkerPool<GenerationJob, ContextPart[] | Prompt | string>({
    name: 'generation',
    file: workerFile(import.meta.url, 'generations/run-generation-job.worker'),
    maxThreads: 1,
    maxQueue,
    maxQueuePerShare,
    busy: 'ai.too_busy',
  });

  /** The parts of a prompt that describe the book: see `contextParts`. */
  async contextParts(context: BookContext, job: JobOptions): Promise<ContextPart[]> {
    if (textLengthOf(context) <= maxInlineLength) return contextParts(context);
    return (await this.#pool.run({ kind: 'context', context }, job)) as ContextPart[];
  }

  async buildPrompt(task: Task, job: JobOptions): Promise<Prompt> {
    if (textLengthOf(task) <= maxInlineLength) return buildPrompt(task);
    return (await this.#pool.run({ kind: 'prompt', task }, job)) as Prompt;
  }

  /** The complete reply of the offline provider: see `answerOffline`. */
  async answerOffline(task: Task, variant: number, job: JobOptions): Promise<string> {
    if (textLengthOf(task) <= maxInlineLength) return answerOffline(task, variant);
    return (await this.#pool.run({ kind: 'answer', task, variant }, job)) as string;
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
