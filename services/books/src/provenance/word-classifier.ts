import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { ChaptersToClassify, ClassifiedChapters } from './classify-chapters.ts';

const maxQueue = 32;
const maxQueuePerOwner = 2;

/**
 * Classifies the words of chapters in a worker thread. The queue is shared fairly between users; responds 503 with
 * `Retry-After` when the queue is full.
 */
export class WordClassifier {
  readonly #pool = new WorkerPool<ChaptersToClassify, ClassifiedChapters>({
    // The stored metric label for provenance.
    name: 'origins',
    file: workerFile(import.meta.url, 'provenance/classify-chapters.worker'),
    maxThreads: 1,
    needsMuchMemory: true,
    maxQueue,
    maxQueuePerOwner,
    busy: 'server.busy',
  });

  classify(chapters: ChaptersToClassify, job: JobOptions): Promise<ClassifiedChapters> {
    return this.#pool.run(chapters, job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
