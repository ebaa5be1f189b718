import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { InkbearLogo } from '@inkbear/ui-kit/inkbear-logo.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FormEvent, useState } from 'react';
import { useAdminLogin } from '../session.api.ts';
import styles from './login-form.module.css';

/** Built without antd, so that the login page is light. */
export function LoginForm() {
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const login = useAdminLogin();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = password.trim() === '';
    setMissing(isEmpty);
    if (isEmpty)
      showToast({ title: 'Password Required', description: 'Please enter the admin password', tone: 'destructive' });
    else login.mutate(password);
  };
  const error = isMissing
    ? 'Please enter the admin password'
    : login.error
      ? messageOf(login.error, 'Invalid admin password')
      : undefined;
  return (
    <form noValidate className={styles['card']} onSubmit={submit} aria-labelledby="admin-login">
      <span className={styles['mark']}>
        <InkbearLogo size={44} />
      </span>
      <h1 id="admin-login" className={styles['title']}>
        Admin
      </h1>
      <p className={styles['text']}>For administrators of this site. Sessions last an hour at most.</p>
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
          if (login.error) login.reset();
        }}
      />
      <PlainButton type="submit" variant="primary" large wide disabled={login.isPending}>
        {login.isPending ? 'Checking...' : 'Log in'}
      </PlainButton>
    </form>
  );
}
