import type { ChapterMentions } from '@inkbear/contracts/bible/mentions';
import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { TextsToSearch } from './find-in-texts.ts';

const maxQueue = 32;
const maxQueuePerOwner = 2;

/** The mentions of each text, in their order. */
export type FindMentions = (texts: TextsToSearch) => Promise<ChapterMentions['spans'][]>;

/**
 * Finds the names of a story bible in a worker thread: 4 MB of text take about half a second. The queue is shared fairly
 * between users; responds 503 with `Retry-After` when the queue is full.
 */
export class MentionFinder {
  readonly #pool = new WorkerPool<TextsToSearch, ChapterMentions['spans'][]>({
    name: 'mentions',
    file: workerFile(import.meta.url, 'mentions/find-in-texts.worker'),
    maxThreads: 1,
    maxQueue,
    maxQueuePerOwner,
    busy: 'bible.busy',
  });

  /** Runs `work`, which loads texts and finds names in them, once the thread is free. */
  withThread<T>(job: JobOptions, work: (find: FindMentions) => Promise<T>): Promise<T> {
    return this.#pool.withThread(job, work);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
