import { FairSlots } from '@inkbear/service-kit/fair-slots';
import { ProblemError } from '@inkbear/service-kit/problem';
import { OutOfMemoryError, ProcessPool } from '@inkbear/service-kit/process-pool';
import { workerFile } from '@inkbear/service-kit/worker-pool';
import { queueFull, shortQueue } from '../rendering/queues.ts';
import type { ImageResult, ImageTask } from './image.process.ts';
import type { ReencodedCover } from './reencode-cover.ts';

interface Caller {
  /** The user's id. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** The process keeps images outside its heap. */
const heapMb = 64;
/**
 * An image of 64 megapixels was measured to need up to 725 MB, code included: an interlaced PNG with transparency. Without
 * both it needs 500 MB.
 */
export const imageProcessMb = 768;

/**
 * Decodes uploaded covers and draws guides as PNG, one at a time in a child process: libvips uses threads of its own, at
 * the priority of the process that it runs in. Each method throws 503 `export.busy` when too many images wait, in total
 * or of this user.
 */
export class ImagePool {
  readonly #slots = new FairSlots({
    name: 'covers',
    slots: 1,
    ...shortQueue,
    createFullError: queueFull,
  });
  readonly #pool = new ProcessPool<ImageTask, ImageResult>({
    file: workerFile(import.meta.url, 'covers/image.process'),
    maxHeapMb: heapMb,
    maxMemoryMb: imageProcessMb,
  });

  /** See `reencodeCover`. Throws 413 also when the image needs more memory than the process has. */
  async reencodeCover(caller: Caller, bytes: Uint8Array): Promise<ReencodedCover> {
    const result = await this.#run(caller, { kind: 'cover', bytes }).catch((cause: unknown) => {
      throw cause instanceof OutOfMemoryError ? new ProblemError('export.cover_too_large', { cause }) : cause;
    });
    if ('refused' in result) throw new ProblemError(result.refused);
    if (!('cover' in result)) throw new Error('The process answered with another image.');
    return result.cover;
  }

  /** See `renderGuide`. */
  async renderGuide(caller: Caller, svg: Uint8Array): Promise<Uint8Array> {
    const result = await this.#run(caller, { kind: 'guide', svg });
    if (!('guide' in result)) throw new Error('The process answered with another image.');
    return result.guide;
  }

  async close(): Promise<void> {
    this.#slots.rejectWaiting(() => new ProblemError('server.unavailable'));
    await this.#pool.close();
  }

  async #run({ owner, signal }: Caller, task: ImageTask): Promise<ImageResult> {
    return await this.#slots.run({ owner, signal }, () => this.#pool.run(task, { signal }));
  }
}
