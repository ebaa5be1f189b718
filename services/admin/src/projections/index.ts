import type { EventEnvelope } from '@inkbear/contracts/events';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { ClientSession } from 'mongoose';
import { accountProjectors } from './account.projectors.ts';
import { moneyProjectors } from './money.projectors.ts';
import { ProjectionWriter } from './projection-writer.ts';
import type { ProjectionRepository } from './projection.repository.ts';
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
  projections: ProjectionRepository;
  erasure: Erasure;
}

/**
 * The context in which one event is projected, in one transaction.
 * @param since start of a running rebuild: parts that were written before it are treated as missing
 */
export function projectionContext(
  { projections, erasure }: ProjectionDeps,
  { seq }: EventEnvelope,
  session: ClientSession,
  since: Date | null = null,
): ProjectionContext {
  const writer = new ProjectionWriter({ rows: projections, session, seq, since });
  return {
    session,
    upsertData: (collection, id, data) => writer.upsertData(collection, id, data),
    upsertPart: (collection, id, part, data) => writer.upsertPart(collection, id, part, data),
    upsertState: (collection, id, part, state) => writer.upsertState(collection, id, part, state),
    isErased: (userId) => erasure.isErased(userId, session),
  };
}
