import { changePassword } from '@inkbear/contracts/auth/account';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { ApiError, fieldErrorsOf, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type FormEvent, useState } from 'react';
import styles from './account.module.css';

interface Passwords {
  current: string;
  next: string;
}
const empty: Passwords = { current: '', next: '' };

/** Changes the password; this browser stays signed in, all others are signed out. */
export function ChangePassword() {
  const [values, setValues] = useState(empty);
  const change = useSingleFlightMutation(
    {
      mutationFn: (body: Passwords) => call(changePassword, { body }),
      onSuccess: () => {
        setValues(empty);
        showToast({ title: 'Password changed', description: 'Other devices have been logged out.' });
      },
    },
    anyInput,
  );
  const errors = errorsOf(change.error);
  const field = (name: keyof Passwords) => ({
    type: 'password',
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      change.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (values.current !== '' && values.next !== '') change.mutate(values);
  };
  return (
    <section className={styles['part']} aria-labelledby="password-title">
      <h2 id="password-title">Change your password</h2>
      <form noValidate className={styles['form']} onSubmit={submit} aria-label="Change your password">
        <TextField label="Current password" autoComplete="current-password" {...field('current')} />
        <TextField label="New password" autoComplete="new-password" {...field('next')} />
        <div>
          <PlainButton type="submit" disabled={values.current === '' || values.next === '' || change.isPending}>
            {change.isPending ? 'Changing…' : 'Change password'}
          </PlainButton>
        </div>
      </form>
    </section>
  );
}

const unanswered = 'The server did not answer. Please try again.';

/** Shows a wrong password at “Current password” and a refused one at “New password”. */
function errorsOf(error: unknown): Partial<Passwords> {
  if (error === null) return {};
  const ofFields = fieldErrorsOf(error);
  if (Object.keys(ofFields).length > 0) return ofFields;
  const isAboutCurrent = error instanceof ApiError && error.status < 500;
  return isAboutCurrent ? { current: messageOf(error, unanswered) } : { next: messageOf(error, unanswered) };
}
