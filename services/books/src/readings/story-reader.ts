import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { StoryReading, StoryToRead } from './read-story.ts';

/** The length of the queue. The job of each process runs only one reading at a time. */
const maxQueue = 100;

/** Reads chapters in a worker thread: the first reading of a book takes a few seconds. */
export class StoryReader {
  readonly #pool = new WorkerPool<StoryToRead, StoryReading>({
    name: 'readings',
    file: workerFile(import.meta.url, 'readings/read-story.worker'),
    maxThreads: 1,
    maxQueue,
  });

  read(story: StoryToRead, job: JobOptions): Promise<StoryReading> {
    return this.#pool.run(story, job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
