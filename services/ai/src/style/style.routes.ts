import { checkStyle, type GrammarIssue, styleIssuesMax } from '@inkbear/contracts/ai/style';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { StyleTask } from './check-style.worker.ts';

export type StyleChecker = Pick<WorkerPool<StyleTask, GrammarIssue[]>, 'run' | 'close'>;

/** Short queues, because the texts are checked one after the other; at most two texts of one user wait. */
const maxQueue = 8;
const maxQueuePerShare = 2;

/**
 * One worker, started on demand and stopped when idle: the checker takes about 350 MB. It is replaced after an error.
 */
export const createStyleChecker = (): StyleChecker =>
  new WorkerPool({
    name: 'style',
    file: workerFile(import.meta.url, 'style/check-style.worker'),
    maxThreads: 1,
    maxQueue,
    maxQueuePerShare,
    busy: 'ai.too_busy',
    replaceAfterError: true,
  });

export const styleRoutes = ({ styleChecker }: { styleChecker: StyleChecker }): ServedRoute[] => [
  serve(checkStyle, async ({ body: { text, dialect }, identity, signal }) => {
    const issues =
      text.trim() === '' ? [] : await styleChecker.run({ text, dialect }, { share: identity.userId, signal });

    return reply(200, { issues: issues.slice(0, styleIssuesMax) });
  }),
];
