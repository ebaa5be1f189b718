import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import { answerOffline } from '../offline/offline-provider.ts';
import { buildPrompt } from '../prompts/build-prompt.ts';
import type { Prompt } from '../prompts/frame.ts';
import type { GenerationJob } from './generation.worker.ts';
import { charactersOf } from './task-size.ts';
import type { Task } from './task.ts';

const maxQueue = 64;
const maxQueuePerShare = 8;
/** Tasks up to this size take a few milliseconds, less than passing them to a thread. */
const inlineCharacters = 50_000;

/**
 * Builds prompts and runs the offline provider. Both read every text of the task: a rewrite may carry 2 MB, a chapter's
 * context a whole book. Long tasks run in a worker thread, shared fairly between users; a full queue is 503
 * `ai.too_busy`.
 */
export class GenerationWorker {
  readonly #pool = new WorkerPool<GenerationJob, Prompt | string>({
    name: 'generation',
    file: workerFile(import.meta.url, 'generations/generation.worker'),
    maxThreads: 1,
    maxQueue,
    maxQueuePerShare,
    busy: 'ai.too_busy',
  });

  async buildPrompt(task: Task, job: JobOptions): Promise<Prompt> {
    if (charactersOf(task) <= inlineCharacters) return buildPrompt(task);
    return (await this.#pool.run({ kind: 'prompt', task }, job)) as Prompt;
  }

  /** The complete reply of the offline provider: see `answerOffline`. */
  async answerOffline(task: Task, variant: number, job: JobOptions): Promise<string> {
    if (charactersOf(task) <= inlineCharacters) return answerOffline(task, variant);
    return (await this.#pool.run({ kind: 'answer', task, variant }, job)) as string;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
