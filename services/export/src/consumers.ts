import { bookRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import { type CoverDeps, removeCover } from './covers/remove-cover.ts';
import { removeEditions, type RemoveDeps } from './editions/remove-editions.ts';

export const consumers = (deps: RemoveDeps & CoverDeps): Subscription[] => [
  // Editions of a book in the trash stay, because it may be restored.
  on(bookRemoved, async ({ data: { bookId, userId, stage } }, transaction) => {
    if (stage !== 'purged') return;
    await removeEditions(deps, await deps.editions.listOfBook(bookId, userId, transaction.session), transaction);
    await removeCover(deps, { bookId, userId }, transaction);
  }),
];
