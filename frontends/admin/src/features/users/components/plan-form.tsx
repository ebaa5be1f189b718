import type { AdminUser } from '@inkbear/contracts/admin/users';
import { planNames, plans } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import type { FormEvent } from 'react';
import { failureText } from '../../../kit/feedback.ts';
import { FieldPair } from '../../../kit/forms/form-dialog.tsx';
import { useKeptState } from '../../../kit/forms/use-kept-state.ts';
import { failures, useUpdatePlan } from '../api/user-actions.ts';
import { limitText } from '../person.ts';
import { isNoChange, noChange, type PlanChange, planChangeErrors } from '../plan-change.ts';
import styles from '../users.module.css';

const planOptions = planNames.map((plan) => ({ value: plan, label: plans[plan].title }));
const consequences = {
  free: 'Ends the plan at once, also one that is paid for.',
  pro_monthly: 'Granted for a year from now; nobody pays for it.',
  pro_oneoff: 'Granted for 30 days from now; nobody pays for it.',
} as const;

/** Plan, books and credits of a user. Only what is filled in is changed. */
export function PlanForm({ user }: { user: AdminUser }) {
  const [change, setChange] = useKeptState(`plan:${user.id}`, noChange);
  const update = useUpdatePlan(user.id);
  const refused = fieldErrorsOf(update.error);
  const errors: Record<string, string | undefined> = { ...refused, ...planChangeErrors(change) };
  const put = (part: Partial<PlanChange>) => setChange((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(planChangeErrors(change)).length === 0)
      update.mutate(change, { onSuccess: () => setChange(noChange) });
  };
  const error = Object.keys(refused).length === 0 ? failureText(update.error, failures.plan) : null;
  return (
    <form noValidate className={styles['form']} aria-label="Plan and limits" onSubmit={submit}>
      <ChoiceField
        label="Plan"
        placeholder={`No change (${plans[user.plan].title})`}
        options={planOptions}
        value={change.plan}
        {...(change.plan === '' ? {} : { hint: consequences[change.plan] })}
        onChange={(event) => put({ plan: event.target.value as PlanChange['plan'] })}
      />
      <FieldPair>
        <TextField
          label="Book limit"
          inputMode="numeric"
          autoComplete="off"
          placeholder={`Now ${limitText(user)}`}
          disabled={change.isUnlimited}
          value={change.isUnlimited ? '' : change.monthlyBookLimit}
          error={errors['monthlyBookLimit']}
          onChange={(event) => put({ monthlyBookLimit: event.target.value })}
        />
        <TextField
          label="Book credits"
          inputMode="numeric"
          autoComplete="off"
          placeholder={`Now ${user.referralCredits}`}
          value={change.referralCredits}
          error={errors['referralCredits']}
          onChange={(event) => put({ referralCredits: event.target.value })}
        />
      </FieldPair>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={change.isUnlimited}
          onChange={(event) => put({ isUnlimited: event.target.checked })}
        />{' '}
        Unlimited books
      </label>
      {error !== null && (
        <p className={styles['warn']} role="alert">
          {error}
        </p>
      )}
      <div>
        <PlainButton small type="submit" look="primary" disabled={update.isPending || isNoChange(change)}>
          {update.isPending ? 'Updating…' : 'Update User'}
        </PlainButton>
      </div>
    </form>
  );
}
