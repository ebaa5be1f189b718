import { paidMonthlyOf, toPaidMonthlyRow } from '../plan-accounts/paid-monthly.ts';
import { withPayment } from '../plan-accounts/plan-account-decisions.ts';
import type { PlanAccount } from '../plan-accounts/plan-account.ts';
import {
  isFinal,
  type ProviderObject,
  type ProviderPayment,
  type ProviderSubscription,
} from '../provider/payment-provider.ts';
import type { RecordedPayment } from '../provider/provider-object.repository.ts';
import { isChargeRecorded } from '../provider/sync-provider-object.ts';

/** A field whose value in billing differs from that at the provider. */
export interface FieldDifference {
  field: string;
  inBilling: string | null;
  atProvider: string | null;
}

/** Compares billing's records of one object with the object at the provider. Empty when they are equal. */
export function compare(
  account: PlanAccount,
  recorded: readonly RecordedPayment[],
  object: ProviderObject,
): FieldDifference[] {
  const plan = object.kind === 'subscription' ? compareSubscription(account, object) : comparePayment(account, object);
  return [...plan, ...compareCharges(recorded, object)];
}

/**
 * Like `compare`, for an object of an erased user, who has no account any more: compares the payments. An object that
 * can still be paid is a difference, because the erasure ends all of them.
 */
export const compareErased = (recorded: readonly RecordedPayment[], object: ProviderObject): FieldDifference[] => [
  ...(isFinal(object) ? [] : [{ field: 'status', inBilling: null, atProvider: object.status }]),
  ...compareCharges(recorded, object),
];

function compareSubscription(
  { paidMonthly: recordedPlan }: PlanAccount,
  object: ProviderSubscription,
): FieldDifference[] {
  const providerPlan = paidMonthlyOf(object);
  const isRecorded = recordedPlan?.subscriptionId === object.id;
  const isReplaced = recordedPlan && providerPlan && recordedPlan.startedAt > providerPlan.startedAt;
  if (!isRecorded && (!providerPlan || isReplaced)) return [];
  return compareFields(
    isRecorded && recordedPlan ? toPaidMonthlyRow(recordedPlan) : null,
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

function compareCharges(payments: readonly RecordedPayment[], { charges }: ProviderObject): FieldDifference[] {
  const recorded = new Map(payments.map((row) => [row._id, row]));
  const unrecorded = charges.filter((charge) => !isChargeRecorded(charge, recorded.get(charge.paymentId)));
  const unknown = payments.filter(({ _id }) => !charges.some(({ paymentId }) => paymentId === _id));
  return [
    ...unrecorded.map((charge) => ({
      field: `payment ${charge.paymentId}`,
      inBilling: recorded.has(charge.paymentId) ? 'recorded in part' : null,
      atProvider: `${charge.amount} taken, ${charge.refunded} refunded`,
    })),
    ...unknown.map(({ _id, amount }) => ({
      field: `payment ${_id}`,
      inBilling: `${amount} taken`,
      atProvider: null,
    })),
  ];
}

function compareFields<T extends object>(
  inBilling: T | null,
  atProvider: T | null,
  fields: readonly (keyof T & string)[],
): FieldDifference[] {
  if (!inBilling && !atProvider) return [];
  return fields
    .map((field) => ({
      field,
      inBilling: toText(inBilling?.[field]),
      atProvider: toText(atProvider?.[field]),
    }))
    .filter((values) => values.inBilling !== values.atProvider);
}

const toText = (value: unknown): string | null =>
  value === null || value === undefined ? null : value instanceof Date ? value.toISOString() : String(value);
