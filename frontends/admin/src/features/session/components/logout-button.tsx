import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { clockTime } from '@inkbear/web-kit/format.ts';
import { useAdminSession } from '../../../kit/session/admin-session.ts';
import { useAdminLogout } from '../session.api.ts';
import styles from './logout-button.module.css';

/** The logout button, with the time at which the session expires. */
export function LogoutButton() {
  const expiresAt = useAdminSession()?.expiresAt ?? null;
  const logout = useAdminLogout();
  return (
    <span className={styles['side']}>
      {expiresAt !== null && <span className={styles['expiresAt']}>Session until {clockTime(expiresAt)}</span>}
      <PlainButton small disabled={logout.isPending} onClick={() => logout.mutate()}>
        {logout.isPending ? 'Logging out...' : 'Log out'}
      </PlainButton>
    </span>
  );
}
