import { changePassword } from '@inkbear/contracts/auth/account';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { AccountForm } from './account-form.tsx';

const empty = { current: '', next: '' };

/** Changes the password; this browser stays signed in, all others are signed out. */
export function ChangePassword() {
  return (
    <AccountForm
      title="Change your password"
      fields={[
        { name: 'current', label: 'Current password', type: 'password', autoComplete: 'current-password' },
        { name: 'next', label: 'New password', type: 'password', autoComplete: 'new-password' },
      ]}
      stored={empty}
      button={{ label: 'Change password', pending: 'Changing…' }}
      send={(body) => call(changePassword, { body })}
      onSaved={() => {
        showToast({ title: 'Password changed', description: 'Other devices have been logged out.' });
        return Promise.resolve(empty);
      }}
      fieldOf={(error) => (error instanceof ApiError && error.status < 500 ? 'current' : 'next')}
    />
  );
}
