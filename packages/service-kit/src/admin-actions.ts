import type { EventData, adminAdminAction, EventType } from '@inkbear/contracts/events';
import type { Clock } from './clock.ts';
import type { NewId } from './ids.ts';
import type { Transaction } from './outbox.ts';

type AdminActionEvent = EventType<(typeof adminAdminAction)['data']>;
/** What was done to what; never a secret, never someone's name. */
export type AdminAction = Pick<EventData<AdminActionEvent>, 'action' | 'target' | 'before' | 'after'>;
/** Records what an admin or an operator did, in the transaction that does it. */
export type RecordAdminAction = (transaction: Transaction, actor: string, action: AdminAction) => Promise<void>;

/** The audit line of a service, as its own `<service>.admin-action.recorded.v1`. */
export const adminActions =
  ({ event, clock, newId }: { event: AdminActionEvent; clock: Clock; newId: NewId }): RecordAdminAction =>
  async ({ emit }, actor, action) => {
    const actionId = newId();
    await emit(event, actionId, { actionId, at: clock.now().toISOString(), actor, ...action });
  };
