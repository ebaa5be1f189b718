import type { EventData, adminAdminAction, EventType } from '@inkbear/contracts/events';
import type { Clock } from './clock.ts';
import type { NewId } from './ids.ts';
import type { Transaction } from './outbox.ts';

type AdminActionEvent = EventType<(typeof adminAdminAction)['data']>;
/** The action and its target. Must not contain secrets or personal names. */
export type AdminAction = Pick<EventData<AdminActionEvent>, 'action' | 'target' | 'before' | 'after'>;
/** Records the action of an admin or operator, in the same transaction as the change itself. */
export type RecordAdminAction = (transaction: Transaction, actor: string, action: AdminAction) => Promise<void>;

/** Emits audit records as the service's own `<service>.admin-action.recorded.v1` event. */
export const adminActions =
  ({ event, clock, newId }: { event: AdminActionEvent; clock: Clock; newId: NewId }): RecordAdminAction =>
  async ({ emit }, actor, action) => {
    const actionId = newId();
    await emit(event, actionId, { actionId, at: clock.now().toISOString(), actor, ...action });
  };
