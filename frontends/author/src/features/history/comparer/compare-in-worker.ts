import type { Comparison } from '../comparison.ts';
import type { CompareReply, CompareRequest } from './messages.ts';

/** Compares two texts; ends the work when `signal` says so. */
export type Compare = (request: CompareRequest, signal: AbortSignal) => Promise<Comparison>;

/** In a worker of its own, so that the page never waits for two long texts. Rejects when the browser cannot, or when it is stopped. */
export const compareInWorker: Compare = (request, signal) => {
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Comparison>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<CompareReply>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
};
