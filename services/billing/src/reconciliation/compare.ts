import { toPaidMonthlyRow } from '../plan-accounts/paid-monthly.ts';
import type { PlanAccount } from '../plan-accounts/plan-account.ts';
import { paidMonthlyOf, withPayment } from '../provider/account-from-provider.ts';
import { isRecorded } from '../provider/payments-ledger.ts';
import type { LedgerPayment } from '../provider/payment.repository.ts';
import type { ProviderObject, ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';

/** One field whose value in billing (`here`) differs from that at the provider (`there`). */
export interface FieldDifference {
  field: string;
  here: string | null;
  there: string | null;
}

/** Compares billing's records of one object with the provider's. */
export function compare(
  account: PlanAccount,
  ledger: readonly LedgerPayment[],
  object: ProviderObject,
): FieldDifference[] {
  const plan = object.kind === 'subscription' ? compareSubscription(account, object) : comparePayment(account, object);
  return [...plan, ...compareCharges(ledger, object)];
}

function compareSubscription(
  { paidMonthly: recordedPlan }: PlanAccount,
  object: ProviderSubscription,
): FieldDifference[] {
  const providerPlan = paidMonthlyOf(object);
  const isOther = recordedPlan?.subscriptionId !== object.id;
  if (isOther && (!providerPlan || (recordedPlan && recordedPlan.startedAt > providerPlan.startedAt))) return [];
  return compareFields(
    isOther || !recordedPlan ? null : toPaidMonthlyRow(recordedPlan),
    providerPlan && toPaidMonthlyRow(providerPlan),
    [
      'status',
      'startedAt',
      'periodStart',
      'periodEnd',
      'cancelAtPeriodEnd',
      'endedAt',
      'endReason',
      'amount',
      'currency',
    ],
  );
}

function comparePayment(account: PlanAccount, object: ProviderPayment): FieldDifference[] {
  const find = ({ paidOneOffs }: PlanAccount) => paidOneOffs.find(({ paymentId }) => paymentId === object.id) ?? null;
  return compareFields(find(account), find(withPayment(account, object)), ['startedAt', 'endsAt', 'refundedAt']);
}

function compareCharges(ledger: readonly LedgerPayment[], { charges }: ProviderObject): FieldDifference[] {
  const recorded = new Map(ledger.map((row) => [row._id, row]));
  const unrecorded = charges.filter((charge) => !isRecorded(charge, recorded.get(charge.paymentId)));
  const unknown = ledger.filter(({ _id }) => !charges.some(({ paymentId }) => paymentId === _id));
  return [
    ...unrecorded.map((charge) => ({
      field: `payment ${charge.paymentId}`,
      here: recorded.has(charge.paymentId) ? 'recorded in part' : null,
      there: `${charge.amount} taken, ${charge.refunded} refunded`,
    })),
    ...unknown.map(({ _id, amount }) => ({ field: `payment ${_id}`, here: `${amount} taken`, there: null })),
  ];
}

function compareFields<T extends object>(
  here: T | null,
  there: T | null,
  fields: readonly (keyof T & string)[],
): FieldDifference[] {
  if (!here && !there) return [];
  return fields
    .map((field) => ({ field, here: toText(here?.[field]), there: toText(there?.[field]) }))
    .filter((pair) => pair.here !== pair.there);
}

const toText = (value: unknown): string | null =>
  value === null || value === undefined ? null : value instanceof Date ? value.toISOString() : String(value);
