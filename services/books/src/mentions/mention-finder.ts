import type { ChapterMentions } from '@inkbear/contracts/bible/mentions';
import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { TextsToSearch } from './find-in-texts.ts';

const maxQueue = 32;
const maxQueuePerShare = 2;

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
    maxQueuePerShare,
    busy: 'bible.busy',
  });

  find(texts: TextsToSearch, job: JobOptions): Promise<ChapterMentions['spans'][]> {
    return this.#pool.run(texts, job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
