import { checkStyle, type GrammarIssue, styleIssuesMax } from '@inkbear/contracts/ai/style';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { WorkerPool, workerFile } from '@inkbear/service-kit/worker-pool';
import type { StyleTask } from './check-style.worker.ts';

export type StyleChecker = Pick<WorkerPool<StyleTask, GrammarIssue[]>, 'run' | 'close'>;

/** The queue is short, because texts are checked one after the other. */
const maxQueue = 8;
const maxQueuePerOwner = 2;
/**
 * Longest waits for the thread and for loading. With the 15 s that a job may wait for a processor they stay below the
 * deadline of the route, so that a busy server replies 503 and not 504.
 */
const [maxWaitMs, maxLoadMs] = [15_000, 40_000];

/**
 * A single worker, because the checker needs about 350 MB. It starts on demand and stops when idle. Loading a dialect takes
 * seconds of processor time.
 */
export const createStyleChecker = (): StyleChecker =>
  new WorkerPool({
    name: 'style',
    file: workerFile(import.meta.url, 'style/check-style.worker'),
    maxThreads: 1,
    maxQueue,
    maxQueuePerOwner,
    maxWaitMs,
    maxLoadMs,
    busy: 'ai.too_busy',
    replaceAfterError: true,
    // The first check of a dialect takes much longer than the next ones.
    load: ({ dialect }) => ({ key: dialect, input: { text: 'It was late.', dialect } }),
  });

export const styleRoutes = ({ styleChecker }: { styleChecker: StyleChecker }): ServedRoute[] => [
  serve(checkStyle, async ({ body: { text, dialect }, identity, signal }) => {
    const issues =
      text.trim() === '' ? [] : await styleChecker.run({ text, dialect }, { owner: identity.userId, signal });

    return reply(200, { issues: issues.slice(0, styleIssuesMax) });
  }),
];
