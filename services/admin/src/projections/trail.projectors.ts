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

/** What admins did, from every service that lets them, and when the sandbox moved business time. */
export const trailProjectors: readonly Projector[] = [
  ...adminActionEvents.map((event) =>
    projector(event, async ({ data: { actionId, at, ...action } }, { keep }) => {
      await keep('audit', actionId, 'told', { ...action, at: new Date(at) });
      return [];
    }),
  ),

  projector(sandboxClockMoved, async ({ data: { offsetMs }, seq, time }, { keep }) => {
    await keep('clock_moves', String(seq), 'told', { at: new Date(time), offsetMs });
    return [];
  }),
];
