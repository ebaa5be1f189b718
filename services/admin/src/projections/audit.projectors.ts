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
    projector(event, async ({ data: { actionId, at, ...action } }, { upsertData }) => {
      await upsertData('audit', actionId, { ...action, at: new Date(at) });
      return [];
    }),
  ),

  projector(sandboxClockMoved, async ({ data: { offsetMs }, seq, time }, { upsertData }) => {
    await upsertData('clock_moves', String(seq), { at: new Date(time), offsetMs });
    return [];
  }),
];
