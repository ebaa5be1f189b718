import * as contract from '@inkbear/contracts/ai/context';
import { findScopeForOwner } from '@inkbear/contracts/books/internal';
import type { Clock } from '@inkbear/service-kit/clock';
import { etag } from '@inkbear/service-kit/etag';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { ContextChoiceRepository, ContextChoiceRow } from './context-choice.repository.ts';

interface ContextChoiceDeps {
  readonly peers: Peers;
  readonly contextChoices: ContextChoiceRepository;
  readonly clock: Clock;
}

/** What the author of a book excludes and pins. Another user's book gives the same 404 as a missing one. */
export function contextChoiceRoutes({ peers, contextChoices, clock }: ContextChoiceDeps): ServedRoute[] {
  const requireOwner = (userId: string, bookId: string) => peers.call(findScopeForOwner, { query: { userId, bookId } });

  return [
    serve(contract.getContextChoice, async ({ query: { bookId }, identity: { userId } }) => {
      await requireOwner(userId, bookId);
      const choice = presentChoice(await contextChoices.find(bookId));

      return reply(200, choice, { ETag: etag(choice.rev) });
    }),
    serve(contract.saveContextChoice, async ({ query: { bookId }, body, identity: { userId }, ifMatch }) => {
      await requireOwner(userId, bookId);
      const row = { _id: bookId, userId, rev: ifMatch + 1, choice: body, updatedAt: clock.now() };
      const choice = presentChoice(await contextChoices.save(row));

      return reply(200, choice, { ETag: etag(choice.rev) });
    }),
  ];
}

const presentChoice = (row: ContextChoiceRow | null): contract.SavedContextChoice =>
  row ? { rev: row.rev, ...row.choice } : { rev: 0, exclude: [], pin: [] };
