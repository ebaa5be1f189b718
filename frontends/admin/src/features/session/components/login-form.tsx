import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Mark } from '@inkbear/ui-kit/mark.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FormEvent, useState } from 'react';
import { useAdminSignIn } from '../api/sign-in.ts';
import styles from './login-form.module.css';

export function LoginForm() {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const signIn = useAdminSignIn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = password.trim() === '';
    setMissing(isMissing);
    if (isMissing)
      showToast({ title: 'Password Required', description: 'Please enter the admin password', tone: 'destructive' });
    else signIn.mutate(password);
  };
  const error = missing
    ? 'Please enter the admin password'
    : signIn.error
      ? messageOf(signIn.error, 'Invalid admin password')
      : undefined;
  return (
    <form noValidate className={styles['card']} onSubmit={submit} aria-labelledby="admin-login">
      <span className={styles['mark']}>
        <Mark size={44} />
      </span>
      <h1 id="admin-login" className={styles['title']}>
        Admin
      </h1>
      <p className={styles['text']}>For the people who run this Inkbear. Sessions last an hour at most.</p>
      <TextField
        label="Admin password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.target.value);
          setMissing(false);
          if (signIn.error) signIn.reset();
        }}
      />
      <PlainButton type="submit" look="primary" large wide disabled={signIn.isPending}>
        {signIn.isPending ? 'Checking...' : 'Log in'}
      </PlainButton>
    </form>
  );
}
