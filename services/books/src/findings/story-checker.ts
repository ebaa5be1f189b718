import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { CheckResult, StoryToCheck } from './check-story.ts';

const maxQueue = 32;
const maxQueuePerOwner = 2;
const maxWaitMs = 30_000;

/**
 * Checks books in a worker thread: 200,000 words take a few seconds. The queue is shared fairly between users; responds
 * 503 with `Retry-After` when the queue is full.
 */
export class StoryChecker {
  readonly #pool = new WorkerPool<StoryToCheck, CheckResult[]>({
    name: 'checks',
    file: workerFile(import.meta.url, 'findings/check-story.worker'),
    maxThreads: 1,
    needsMuchMemory: true,
    maxQueue,
    maxQueuePerOwner,
    maxWaitMs,
    busy: 'findings.busy',
  });

  check(story: StoryToCheck, job: JobOptions): Promise<CheckResult[]> {
    return this.#pool.run(story, job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
