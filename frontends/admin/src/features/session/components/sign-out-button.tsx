import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useAdminSession } from '../../../kit/session/admin-session.ts';
import { useAdminSignOut } from '../api/sign-in.ts';
import styles from './sign-out-button.module.css';

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The way out, and how long the session lasts. */
export function SignOutButton() {
  const until = useAdminSession()?.until ?? null;
  const signOut = useAdminSignOut();
  return (
    <span className={styles['side']}>
      {until !== null && <span className={styles['until']}>Session until {time.format(until)}</span>}
      <PlainButton small disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        {signOut.isPending ? 'Logging out...' : 'Log out'}
      </PlainButton>
    </span>
  );
}
