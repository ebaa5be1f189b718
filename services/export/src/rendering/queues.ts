import { ProblemError } from '@inkbear/service-kit/problem';

/** Options of a queue of short work. After the wait, half of the 30 s that its routes have is left for the work. */
export const shortQueue = { maxWaiting: 16, maxWaitingPerOwner: 2, maxWaitMs: 15_000 };

const busyRetrySeconds = 3;

/** The refusal of a full queue. */
export const queueFull = () => new ProblemError('export.busy', { retryAfterSeconds: busyRetrySeconds });
