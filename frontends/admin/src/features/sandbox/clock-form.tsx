import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../kit/feedback.ts';
import { countError } from '../../kit/forms/whole-number.ts';
import { clockFailed, useMoveClock } from './sandbox-actions.ts';
import styles from './sandbox.module.css';

const mostDays = 3660;

/** Lets days pass for every service. The clock goes only forwards. */
export function ClockForm() {
  const [days, setDays] = useState('');
  const move = useMoveClock();
  const error =
    countError(days, mostDays) ??
    fieldErrorsOf(move.error)['advanceDays'] ??
    failureText(move.error, clockFailed) ??
    undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error === undefined || move.isError) move.mutate(Number(days), { onSuccess: () => setDays('') });
  };
  return (
    <form noValidate className={styles['form']} aria-label="Move the clock" onSubmit={submit}>
      <TextField
        label="Days to move on"
        inputMode="numeric"
        autoComplete="off"
        value={days}
        error={error}
        hint="Renewals, ends of plans and referrals happen as if the days had passed. It cannot be moved back."
        onChange={(event) => {
          setDays(event.target.value);
          move.reset();
        }}
      />
      <div>
        <PlainButton small type="submit" look="primary" disabled={move.isPending || !(Number(days) > 0)}>
          {move.isPending ? 'Moving…' : 'Move the clock'}
        </PlainButton>
      </div>
    </form>
  );
}
