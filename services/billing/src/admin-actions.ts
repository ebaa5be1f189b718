import { billingAdminAction } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { actorOf, type Identity } from '@inkbear/service-kit/identity';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Transaction } from '@inkbear/service-kit/outbox';

export interface AdminAction {
  action: string;
  target: string;
  before: unknown;
  after: unknown;
}
/** Records what an admin did, in the transaction that does it. */
export type RecordAdminAction = (transaction: Transaction, identity: Identity, action: AdminAction) => Promise<void>;

export const adminActions = ({ clock, newId }: { clock: Clock; newId: NewId }): RecordAdminAction => async ({ emit }, identity, action) => {
  const actionId = newId();
  await emit(billingAdminAction, actionId, { actionId, at: clock.now().toISOString(), actor: actorOf(identity), ...action });
};
