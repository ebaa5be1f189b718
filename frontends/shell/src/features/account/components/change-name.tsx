import { updateUser, type User } from '@inkbear/contracts/auth/account';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useReloadUser } from '../hooks/use-reload-user.ts';
import { AccountForm } from './account-form.tsx';

type Name = Pick<User, 'firstName' | 'lastName'>;

/** Changes the name of the account. */
export function ChangeName({ firstName, lastName }: Name) {
  const reloadUser = useReloadUser();
  return (
    <AccountForm
      title="Change your name"
      note="This is the name of your account. The author’s name on a book is in that book’s settings."
      fields={[
        { name: 'firstName', label: 'First name', type: 'text', autoComplete: 'given-name' },
        { name: 'lastName', label: 'Last name', type: 'text', autoComplete: 'family-name' },
      ]}
      stored={{ firstName, lastName }}
      button={{ label: 'Save name', pending: 'Saving…' }}
      send={(body) => call(updateUser, { body })}
      onSaved={async (user) => {
        await reloadUser();
        showToast({ title: 'Name saved' });
        return { firstName: user.firstName, lastName: user.lastName };
      }}
      fieldOf={() => 'lastName'}
    />
  );
}
