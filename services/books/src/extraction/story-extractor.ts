import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { ChapterExtraction, ExtractionInput } from './extract-from-chapters.ts';

/** The length of the queue. The job of each process runs only one extraction at a time. */
const maxQueue = 100;

/** Extracts entries and facts in a worker thread: the first extraction from a book takes a few seconds. */
export class StoryExtractor {
  // `readings` is a label of metrics.
  readonly #pool = new WorkerPool<ExtractionInput, ChapterExtraction>({
    name: 'readings',
    file: workerFile(import.meta.url, 'extraction/extract-from-chapters.worker'),
    maxThreads: 1,
    needsMuchMemory: true,
    maxQueue,
  });

  extract(story: ExtractionInput, job: JobOptions): Promise<ChapterExtraction> {
    return this.#pool.run(story, job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
