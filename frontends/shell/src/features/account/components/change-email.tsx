import { changeEmail } from '@inkbear/contracts/auth/account';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useReloadUser } from '../hooks/use-reload-user.ts';
import { AccountForm } from './account-form.tsx';

const empty = { email: '', password: '' };

/** Changes the e-mail address. The page shows the new one at once; the old one signs in too until the new one has. */
export function ChangeEmail() {
  const reloadUser = useReloadUser();
  return (
    <AccountForm
      title="Change your email address"
      note="We show your new address at once. Until you have signed in with it once, the old one signs you in too, so a typing mistake cannot lock you out."
      fields={[
        { name: 'email', label: 'New email address', type: 'email', autoComplete: 'email' },
        { name: 'password', label: 'Your password', type: 'password', autoComplete: 'current-password' },
      ]}
      stored={empty}
      button={{ label: 'Change email address', pending: 'Changing…' }}
      send={(body) => call(changeEmail, { body })}
      onSaved={async ({ message }) => {
        await reloadUser();
        showToast({ title: 'Email address changed', description: message, durationMs: 15_000 });
        return empty;
      }}
      fieldOf={(error) =>
        error instanceof ApiError && error.problem?.code === 'auth.email_taken' ? 'email' : 'password'
      }
    />
  );
}
