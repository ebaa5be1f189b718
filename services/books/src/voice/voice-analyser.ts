import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { ChapterText, MeasuredChapters } from './measure-voice.ts';

const maxQueue = 32;
const maxQueuePerOwner = 2;

/**
 * Measures the style of texts in a worker thread: 100,000 words take about half a second. The queue is shared fairly
 * between users; responds 503 with `Retry-After` when the queue is full.
 */
export class VoiceAnalyser {
  readonly #pool = new WorkerPool<readonly ChapterText[], MeasuredChapters>({
    name: 'voices',
    file: workerFile(import.meta.url, 'voice/measure-voice.worker'),
    maxThreads: 1,
    needsMuchMemory: true,
    maxQueue,
    maxQueuePerOwner,
    busy: 'server.busy',
  });

  measure(chapters: readonly ChapterText[], job: JobOptions): Promise<MeasuredChapters> {
    return this.#pool.run(chapters, job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
