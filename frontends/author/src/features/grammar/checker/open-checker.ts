import type { Dialect, Finding } from '@inkbear/prose/grammar/finding';
import type { CheckReply, CheckRequest } from './messages.ts';

export interface Checker {
  /** Rejects when the worker fails. */
  check: (text: string, dialect: Dialect) => Promise<Finding[]>;
  learn: (text: string, findings: readonly Finding[]) => void;
  close: () => void;
}

interface Waiting {
  resolve: (findings: Finding[]) => void;
  reject: (reason: unknown) => void;
}

/** Runs the rules in a web worker, so that they never block typing. */
export function openChecker(): Checker {
  const worker = new Worker(new URL('./grammar.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const post = (request: CheckRequest) => worker.postMessage(request);
  worker.addEventListener('message', ({ data: { id, findings } }: MessageEvent<CheckReply>) => {
    waiting.get(id)?.resolve(findings);
    waiting.delete(id);
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
  });
  return {
    check: (text, dialect) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        post({ kind: 'check', id: lastId, text, dialect });
      }),
    learn: (text, findings) => post({ kind: 'learn', text, findings }),
    close: () => worker.terminate(),
  };
}
