import type { Logger } from '@inkbear/service-kit/logger';
import type { RequestHandler, Response } from 'express';

interface Options {
  /** A reader that takes nothing for so long is cut off. */
  readonly stallMs: number;
  /** A download that has not ended after so long is cut off. */
  readonly deadlineMs: number;
  /** A reader that is slower must leave when somebody else needs its slot. */
  readonly slowBytesPerSecond: number;
  readonly logger: Logger;
}

interface Reader {
  readonly res: Response;
  readonly startedAt: number;
  /** Bytes that the connection had sent before this download. */
  readonly sentBefore: number;
}

/**
 * The downloads that hold a slot. Closing a connection aborts its request's signal, which frees the slot.
 * `stallMs` runs from the last byte that the connection took, which is noticed after twice as long at most.
 */
export class ArchiveReaders {
  readonly #readers = new Set<Reader>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Watches one download from its request to its end. */
  readonly watch: RequestHandler = (_req, res, next) => {
    const { stallMs, deadlineMs } = this.#options;
    const reader: Reader = { res, startedAt: performance.now(), sentBefore: res.socket?.bytesWritten ?? 0 };
    const deadline = setTimeout(() => this.#cutOff(reader, 'deadline'), deadlineMs).unref();
    res.setTimeout(stallMs, () => this.#cutOff(reader, 'stalled'));
    this.#readers.add(reader);
    res.once('close', () => {
      clearTimeout(deadline);
      this.#readers.delete(reader);
    });
    next();
  };

  /** Cuts off the slowest of the readers that have had their slot for at least `stallMs`, if it is slow. Answers whether it did. */
  cutOffSlowest(): boolean {
    const now = performance.now();
    const [slowest] = [...this.#readers]
      .filter(({ startedAt }) => now - startedAt >= this.#options.stallMs)
      .map((reader) => ({
        reader,
        bytesPerSecond:
          (((reader.res.socket?.bytesWritten ?? 0) - reader.sentBefore) / (now - reader.startedAt)) * 1000,
      }))
      .sort((one, other) => one.bytesPerSecond - other.bytesPerSecond);
    if (!slowest || slowest.bytesPerSecond >= this.#options.slowBytesPerSecond) return false;
    this.#cutOff(slowest.reader, 'slow');
    return true;
  }

  #cutOff({ res, startedAt }: Reader, reason: 'stalled' | 'deadline' | 'slow'): void {
    this.#options.logger.warn({ reason, ms: Math.round(performance.now() - startedAt) }, 'archive_cut_off');
    res.destroy();
  }
}
