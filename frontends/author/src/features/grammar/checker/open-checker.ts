import type { Dialect, Finding } from '@inkbear/prose/grammar/finding';
import type { CheckReply, CheckRequest } from './messages.ts';

export interface Checker {
  /** Rejects when the worker fails. */
  check: (text: string, dialect: Dialect) => Promise<Finding[]>;
  addServerFindings: (text: string, findings: readonly Finding[]) => void;
  close: () => void;
}

interface PendingCheck {
  resolve: (findings: Finding[]) => void;
  reject: (reason: unknown) => void;
}

/** Runs the rules in a web worker, so that they never block typing. */
export function openChecker(): Checker {
  const worker = new Worker(new URL('./grammar.worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, PendingCheck>();
  let lastId = 0;
  const post = (request: CheckRequest) => worker.postMessage(request);
  worker.addEventListener('message', ({ data: { id, findings } }: MessageEvent<CheckReply>) => {
    pending.get(id)?.resolve(findings);
    pending.delete(id);
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of pending.values()) reject(new Error(event.message));
    pending.clear();
  });
  return {
    check: (text, dialect) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        post({ kind: 'check', id: lastId, text, dialect });
      }),
    addServerFindings: (text, findings) => post({ kind: 'add-server-findings', text, findings }),
    close: () => worker.terminate(),
  };
}
