import {
  adminAdminAction,
  aiAdminAction,
  authAdminAction,
  billingAdminAction,
  reviewsAdminAction,
  sandboxClockMoved,
  storiesAdminAction,
} from '@inkbear/contracts/events';
import { projector, type Projector } from './projector.ts';

const adminActionEvents = [
  adminAdminAction,
  aiAdminAction,
  authAdminAction,
  billingAdminAction,
  reviewsAdminAction,
  storiesAdminAction,
] as const;

/** Admin actions of all services, and moves of the sandbox clock. */
export const auditProjectors: readonly Projector[] = [
  ...adminActionEvents.map((event) =>
    projector(event, async ({ data: { actionId, at, ...action } }, { upsertPart }) => {
      await upsertPart('audit', actionId, 'told', { ...action, at: new Date(at) });
      return [];
    }),
  ),

  projector(sandboxClockMoved, async ({ data: { offsetMs }, seq, time }, { upsertPart }) => {
    await upsertPart('clock_moves', String(seq), 'told', { at: new Date(time), offsetMs });
    return [];
  }),
];
