import type { Logger } from '@inkbear/service-kit/logger';
import type { RequestHandler, Response } from 'express';

interface Options {
  /** A download without progress for this long is disconnected. */
  readonly stallMs: number;
  /** A download that takes longer is disconnected. */
  readonly deadlineMs: number;
  /** A slower download is disconnected when another user needs its slot. */
  readonly slowBytesPerSecond: number;
  readonly logger: Logger;
}

interface Download {
  readonly res: Response;
  readonly startedAt: number;
  /** Bytes that the connection had sent before this download. */
  readonly sentBefore: number;
}

/**
 * The running archive downloads. Disconnecting a download aborts its request's signal, which releases its slot. A
 * stalled download is disconnected between `stallMs` and twice that time after its last progress.
 */
export class ArchiveDownloads {
  readonly #downloads = new Set<Download>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Middleware that tracks a download from its request to its end. */
  readonly track: RequestHandler = (_req, res, next) => {
    const { stallMs, deadlineMs } = this.#options;
    const download: Download = { res, startedAt: performance.now(), sentBefore: res.socket?.bytesWritten ?? 0 };
    const deadline = setTimeout(() => this.#disconnect(download, 'deadline'), deadlineMs).unref();
    res.setTimeout(stallMs, () => this.#disconnect(download, 'stalled'));
    this.#downloads.add(download);
    res.once('close', () => {
      clearTimeout(deadline);
      this.#downloads.delete(download);
    });
    next();
  };

  /**
   * Disconnects the slowest of the downloads that have run for at least `stallMs`, if it is slower than the limit.
   * False when none was disconnected.
   */
  disconnectSlowest(): boolean {
    const now = performance.now();
    const [slowest] = [...this.#downloads]
      .filter(({ startedAt }) => now - startedAt >= this.#options.stallMs)
      .map((download) => ({
        download,
        bytesPerSecond:
          (((download.res.socket?.bytesWritten ?? 0) - download.sentBefore) / (now - download.startedAt)) * 1000,
      }))
      .sort((one, other) => one.bytesPerSecond - other.bytesPerSecond);
    if (!slowest || slowest.bytesPerSecond >= this.#options.slowBytesPerSecond) return false;
    this.#disconnect(slowest.download, 'slow');
    return true;
  }

  #disconnect({ res, startedAt }: Download, reason: 'stalled' | 'deadline' | 'slow'): void {
    this.#options.logger.warn({ reason, ms: Math.round(performance.now() - startedAt) }, 'archive_disconnected');
    res.destroy();
  }
}
