import type { EventEnvelope } from '@inkbear/contracts/events';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
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

export interface ProjectionDeps {
  connection: Connection;
  erasure: Erasure;
}

/** What projectors use in one transaction; `since` while a rebuild runs. */
export function projecting(
  { connection, erasure }: ProjectionDeps,
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
