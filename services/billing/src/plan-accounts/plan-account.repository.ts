import type { ClientSession, Connection } from 'mongoose';
import { fromPaidMonthlyRow, graceMs, type PaidMonthlyRow, toPaidMonthlyRow } from './paid-monthly.ts';
import { newPlanAccount, type PlanAccount, type Removal } from './plan-account.ts';

/** The stage `grace` is the restore period of a closed account. `stoppedId` is null in this stage only. */
interface RemovalRow {
  stage: 'grace' | 'restored';
  stoppedId: string | null;
}
interface PlanAccountRow extends Omit<PlanAccount, 'paidMonthly' | 'removal'> {
  paidMonthly: PaidMonthlyRow | null;
  removal?: RemovalRow;
}

const fromRow = ({ removal, ...row }: PlanAccountRow): PlanAccount => ({
  ...row,
  paidMonthly: row.paidMonthly && fromPaidMonthlyRow(row.paidMonthly),
  ...(removal ? { removal: fromRemovalRow(removal) } : {}),
});
const toRow = ({ removal, ...account }: PlanAccount): PlanAccountRow => ({
  ...account,
  paidMonthly: account.paidMonthly && toPaidMonthlyRow(account.paidMonthly),
  ...(removal ? { removal: toRemovalRow(removal) } : {}),
});

function fromRemovalRow({ stage, stoppedId }: RemovalRow): Removal {
  if (stoppedId === null) return { state: 'closed' };
  return { state: stage === 'grace' ? 'stopped' : 'restored', stoppedId };
}

function toRemovalRow(removal: Removal): RemovalRow {
  switch (removal.state) {
    case 'closed':
      return { stage: 'grace', stoppedId: null };
    case 'stopped':
      return { stage: 'grace', stoppedId: removal.stoppedId };
    case 'restored':
      return { stage: 'restored', stoppedId: removal.stoppedId };
  }
}

export class PlanAccountRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The account of a user; an empty one when there is no row. */
  async get(userId: string, session?: ClientSession): Promise<PlanAccount> {
    const row = await this.#rows.findOne({ _id: userId }, session ? { session } : {});
    return row ? fromRow(row) : newPlanAccount(userId);
  }

  async save(account: PlanAccount, session: ClientSession): Promise<void> {
    await this.#rows.replaceOne({ _id: account._id }, toRow(account), { session, upsert: true });
  }

  /** Ids of users whose entitlement has changed as time passed and is not published yet. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const due = await this.#rows
      .find({ nextChangeAt: { $lte: now } }, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return due.map(({ _id }) => _id);
  }

  /** Ids of subscriptions whose renewal failed and whose grace period is over, longest overdue first. */
  async listOverdueSubscriptions(now: Date, limit: number): Promise<string[]> {
    const overdue = this.#rows.find(
      { 'paidMonthly.status': 'past_due', 'paidMonthly.periodEnd': { $lte: new Date(now.getTime() - graceMs) } },
      { sort: { 'paidMonthly.periodEnd': 1 } },
    );
    return (await overdue.limit(limit).toArray()).flatMap(({ paidMonthly }) => paidMonthly?.subscriptionId ?? []);
  }

  /** Closed accounts whose subscription would still be renewed. */
  async listClosedRenewing(limit: number): Promise<PlanAccount[]> {
    const rows = this.#rows.find({
      'removal.stage': 'grace',
      'paidMonthly.cancelAtPeriodEnd': false,
      'paidMonthly.status': { $in: ['active', 'past_due'] },
    });
    return (await rows.limit(limit).toArray()).map(fromRow);
  }

  /** Accounts that were restored and whose stopped subscription has to be resumed. */
  async listRestored(limit: number): Promise<PlanAccount[]> {
    return (await this.#rows.find({ 'removal.stage': 'restored' }).limit(limit).toArray()).map(fromRow);
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: userId });
  }

  get #rows() {
    return this.#connection.collection<PlanAccountRow>('plan_accounts');
  }
}
