import type { EventEnvelope } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
import type { UserList } from '../users/user-counts.ts';
import { accountProjectors } from './account.projectors.ts';
import { KeptParts } from './kept-parts.ts';
import { moneyProjectors } from './money.projectors.ts';
import type { Projecting, Projector } from './projector.ts';
import { trailProjectors } from './trail.projectors.ts';
import { workProjectors } from './work.projectors.ts';

export const projectors: readonly Projector[] = [
  ...accountProjectors,
  ...workProjectors,
  ...moneyProjectors,
  ...trailProjectors,
];
/** Everything that projectors write, and that no one else does; all of it can be made again. */
export const projectedCollections = [
  'users',
  'plan_changes',
  'books',
  'stories',
  'ai_calls',
  'payments',
  'refunds',
  'referrals',
  'audit',
  'clock_moves',
] as const;

interface Deps {
  connection: Connection;
  erasure: Erasure;
}

/** What projectors use in one transaction; `since` while a rebuild runs. */
export function projecting(
  { connection, erasure }: Deps,
  { seq }: EventEnvelope,
  session: ClientSession,
  since: Date | null = null,
): Projecting {
  const parts = new KeptParts(connection, since);
  return {
    session,
    keep: (collection, id, part, data) => parts.keep(collection, id, part, seq, data, session),
    keepStage: (collection, id, part, stage) => parts.keepStage(collection, id, part, seq, stage, session),
    isErased: (userId) => erasure.isErased(userId, session),
  };
}

/** The live consumers. They hear of erased users too, because numbers must add up again from the outboxes; names are dropped by the projectors. */
export const projections = (deps: Deps & { userList: UserList; also: readonly Subscription[] }): Subscription[] =>
  projectors.map(({ event, project }) =>
    on(
      event,
      async (envelope, transaction) => {
        for (const { event: other, handle } of deps.also)
          if (other.type === event.type) await handle(envelope, transaction);
        for (const userId of await project(envelope, projecting(deps, envelope, transaction.session)))
          await deps.userList.refresh(userId, transaction.session);
      },
      { includeErasedUsers: true },
    ),
  );
