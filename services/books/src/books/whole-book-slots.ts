import { FairSlots } from '@inkbear/service-kit/fair-slots';
import { ProblemError } from '@inkbear/service-kit/problem';

/**
 * Slots for requests that read all texts of a book: voice, provenance and checks. One author has one at a time, so that
 * many requests for the longest book neither fill the memory nor wait for each other until the gateway gives up.
 */
export const createWholeBookSlots = (): FairSlots =>
  new FairSlots({
    name: 'book_reads',
    slots: 3,
    maxRunningPerOwner: 1,
    maxWaiting: 32,
    maxWaitingPerOwner: 2,
    maxWaitMs: 15_000,
    createFullError: () => new ProblemError('server.busy', { retryAfterSeconds: 5 }),
  });
