import type { EventEnvelope } from '@inkbear/contracts/events';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
import { accountProjectors } from './account.projectors.ts';
import { ProjectionWriter } from './projection-writer.ts';
import { moneyProjectors } from './money.projectors.ts';
import type { ProjectionContext, Projector } from './projector.ts';
import { auditProjectors } from './audit.projectors.ts';
import { contentProjectors } from './content.projectors.ts';

export const projectors: readonly Projector[] = [
  ...accountProjectors,
  ...contentProjectors,
  ...moneyProjectors,
  ...auditProjectors,
];
/** The collections that only projectors write. A rebuild can restore all of them. */
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

/** The context of projectors in one transaction. `since` is the start time of a running rebuild. */
export function projectionContext(
  { connection, erasure }: ProjectionDeps,
  { seq }: EventEnvelope,
  session: ClientSession,
  since: Date | null = null,
): ProjectionContext {
  const parts = new ProjectionWriter(connection, since);
  return {
    session,
    upsertPart: (collection, id, part, data) => parts.upsertPart(collection, id, part, seq, data, session),
    upsertStage: (collection, id, part, stage) => parts.upsertStage(collection, id, part, seq, stage, session),
    isErased: (userId) => erasure.isErased(userId, session),
  };
}
