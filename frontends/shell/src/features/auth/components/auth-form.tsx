import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useAuthenticate } from '../auth.api.ts';
import { type AuthErrors, type AuthMode, type AuthValues, validate } from '../form.ts';
import styles from './auth-form.module.css';

interface Field {
  name: keyof AuthValues;
  label: string;
  type: 'text' | 'email' | 'password';
  autoComplete: string;
  isOptional?: boolean;
}
const email: Field = { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' };
const fields: Record<AuthMode, Field[]> = {
  'sign-in': [email, { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' }],
  create: [
    { name: 'firstName', label: 'First name', type: 'text', autoComplete: 'given-name' },
    { name: 'lastName', label: 'Last name', type: 'text', autoComplete: 'family-name' },
    email,
    { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' },
    { name: 'referralCode', label: 'Referral code', type: 'text', autoComplete: 'off', isOptional: true },
  ],
};

/**
 * The form for signing in or creating an account. Errors are shown at their fields after the first submit, and
 * disappear as soon as the field is valid.
 */
export function AuthForm({ mode, referralCode }: { mode: AuthMode; referralCode: string }) {
  const [values, setValues] = useState<AuthValues>({
    firstName: '',
    lastName: '',
    email: '',
    password: '',
    referralCode,
  });
  const [wasSubmitted, setSubmitted] = useState(false);
  const [serverErrors, setServerErrors] = useState<AuthErrors>({});
  const authenticate = useAuthenticate(mode);
  const form = useRef<HTMLFormElement>(null);
  const errors: AuthErrors = wasSubmitted ? { ...serverErrors, ...validate(mode, values) } : {};

  const change = (name: keyof AuthValues, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setServerErrors(({ [name]: _removed, ...rest }) => rest);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    setServerErrors({});
    const invalid = validate(mode, values);
    const firstInvalid = fields[mode].find(({ name }) => invalid[name] !== undefined);
    if (firstInvalid) form.current?.querySelector<HTMLInputElement>(`[name=${firstInvalid.name}]`)?.focus();
    else authenticate.mutate(values, { onError: (error) => setServerErrors(fieldErrorsOf(error)) });
  };

  return (
    <form
      ref={form}
      noValidate
      className={styles['form']}
      onSubmit={submit}
      aria-label={mode === 'sign-in' ? 'Sign in' : 'Create account'}
    >
      {fields[mode].map(({ name, ...field }) => (
        <div key={name} className={name === 'firstName' || name === 'lastName' ? styles['half'] : styles['full']}>
          <TextField
            {...field}
            name={name}
            value={values[name]}
            error={errors[name]}
            onChange={(event) => change(name, event.target.value)}
          />
        </div>
      ))}
      <div className={styles['full']}>
        <PlainButton type="submit" variant="primary" large wide disabled={authenticate.isPending}>
          {buttonText(mode, authenticate.isPending)}
        </PlainButton>
      </div>
    </form>
  );
}

const buttonText = (mode: AuthMode, isPending: boolean) => {
  if (mode === 'sign-in') return isPending ? 'Signing in...' : 'Sign In';
  return isPending ? 'Creating account...' : 'Create Account';
};
