import { limits } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { type FormEvent, useState } from 'react';
import { useCloseAccount } from '../../../platform/session/close-account.ts';
import styles from './account.module.css';

/** Explains what closing the account means, and requires the password. */
export function CloseAccount({ userId }: { userId: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const [password, setPassword] = useState('');
  const close = useCloseAccount(userId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') close.mutate(password);
  };
  const cancel = () => {
    setConfirming(false);
    setPassword('');
    close.reset();
  };
  return (
    <section className={styles['part']} aria-labelledby="close-title">
      <h2 id="close-title">Close your account</h2>
      <p>
        We keep all your data for {limits.accountRestoreDays} days. Sign in during that time to restore your account.
        After that, everything is erased for good. A paid plan is not renewed.
      </p>
      {!isConfirming && (
        <div>
          <PlainButton variant="danger" onClick={() => setConfirming(true)}>
            Close account
          </PlainButton>
        </div>
      )}
      {isConfirming && (
        <form noValidate className={styles['form']} onSubmit={submit} aria-label="Close your account">
          <TextField
            autoFocus
            label="Password"
            type="password"
            autoComplete="current-password"
            value={password}
            error={
              close.isError
                ? messageOf(close.error, 'The server did not answer. Your account was not changed.')
                : undefined
            }
            onChange={({ target }) => {
              setPassword(target.value);
              close.reset();
            }}
          />
          <div className={styles['answers']}>
            <PlainButton type="submit" variant="danger" disabled={password === '' || close.isPending}>
              {close.isPending ? 'Closing…' : 'Yes, close it'}
            </PlainButton>
            <PlainButton variant="plain" disabled={close.isPending} onClick={cancel}>
              Keep it
            </PlainButton>
          </div>
        </form>
      )}
    </section>
  );
}
