import type { PlanAccount } from '../plan-accounts/plan-account.ts';
import { paidMonthlyOf, withPayment } from '../provider/account-from-provider.ts';
import { isTold, type LedgerPayment } from '../provider/payments-ledger.ts';
import type { ProviderObject, ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';

/** One thing that billing holds otherwise than the provider. */
export interface FieldDifference {
  field: string;
  here: string | null;
  there: string | null;
}

/** What billing has written of one object against what the provider holds. */
export function compare(
  account: PlanAccount,
  ledger: readonly LedgerPayment[],
  object: ProviderObject,
): FieldDifference[] {
  const plan = object.kind === 'subscription' ? compareSubscription(account, object) : comparePayment(account, object);
  return [...plan, ...compareCharges(ledger, object)];
}

function compareSubscription({ paidMonthly: here }: PlanAccount, object: ProviderSubscription): FieldDifference[] {
  const there = paidMonthlyOf(object);
  const isOther = here?.subscriptionId !== object.id;
  if (isOther && (!there || (here && here.startedAt > there.startedAt))) return [];
  return compareFields(isOther ? null : here, there, [
    'status',
    'startedAt',
    'periodStart',
    'periodEnd',
    'cancelAtPeriodEnd',
    'endedAt',
    'endReason',
    'amount',
    'currency',
  ]);
}

function comparePayment(account: PlanAccount, object: ProviderPayment): FieldDifference[] {
  const find = ({ paidOneOffs }: PlanAccount) => paidOneOffs.find(({ paymentId }) => paymentId === object.id) ?? null;
  return compareFields(find(account), find(withPayment(account, object)), ['startedAt', 'endsAt', 'refundedAt']);
}

function compareCharges(ledger: readonly LedgerPayment[], { charges }: ProviderObject): FieldDifference[] {
  const known = new Map(ledger.map((row) => [row._id, row]));
  const untold = charges.filter((charge) => !isTold(charge, known.get(charge.paymentId)));
  const invented = ledger.filter(({ _id }) => !charges.some(({ paymentId }) => paymentId === _id));
  return [
    ...untold.map((charge) => ({
      field: `payment ${charge.paymentId}`,
      here: known.has(charge.paymentId) ? 'told in part' : null,
      there: `${charge.amount} taken, ${charge.refunded} refunded`,
    })),
    ...invented.map(({ _id, amount }) => ({ field: `payment ${_id}`, here: `${amount} taken`, there: null })),
  ];
}

function compareFields<T extends object>(
  here: T | null,
  there: T | null,
  fields: readonly (keyof T & string)[],
): FieldDifference[] {
  if (!here && !there) return [];
  return fields
    .map((field) => ({ field, here: show(here?.[field]), there: show(there?.[field]) }))
    .filter((pair) => pair.here !== pair.there);
}

const show = (value: unknown): string | null =>
  value === null || value === undefined ? null : value instanceof Date ? value.toISOString() : String(value);
