import { type JobOptions, WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import { analyseOutline, type OutlineAnalysis, type OutlineInput } from './analyse-outline.ts';

const maxQueue = 32;
const maxQueuePerOwner = 4;
/**
 * Outlines up to this size are analysed in the event loop: that takes about 10 ms, and up to 30 ms the
 * first time.
 */
const inlineCharacters = 32_000;

/**
 * Analyses outlines; long ones in a worker thread, because 500,000 characters would block the event loop for some
 * 100 ms. The queue is shared fairly between users; responds 503 with `Retry-After` when the queue is full.
 */
export class OutlineAnalyser {
  readonly #pool = new WorkerPool<OutlineInput, OutlineAnalysis>({
    name: 'outlines',
    file: workerFile(import.meta.url, 'outline-analysis/outline-analysis.worker'),
    maxThreads: 1,
    maxQueue,
    maxQueuePerOwner,
    busy: 'server.busy',
  });

  async analyse(input: OutlineInput, job: JobOptions): Promise<OutlineAnalysis> {
    return charactersOf(input) <= inlineCharacters ? analyseOutline(input) : await this.#pool.run(input, job);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function charactersOf({ outline, chapters }: OutlineInput): number {
  let characters = outline.length;
  for (const { description, keyPoints } of chapters) {
    characters += description.length;
    for (const point of keyPoints) characters += point.length;
  }
  return characters;
}
