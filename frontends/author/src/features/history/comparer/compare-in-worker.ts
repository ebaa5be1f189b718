import type { Comparison } from '../comparison.ts';
import type { CompareReply, CompareRequest } from './messages.ts';

/** Compares two texts; `signal` aborts the comparison. */
export type Compare = (request: CompareRequest, signal: AbortSignal) => Promise<Comparison>;

/**
 * Compares in a web worker, so that two long texts do not block the page. Rejects when the worker fails or is aborted.
 */
export const compareInWorker: Compare = (request, signal) => {
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Comparison>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<CompareReply>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
};
