import type { User } from '@inkbear/contracts/auth/account';
import { Link } from 'react-router-dom';
import { useSignOut } from '../../../platform/session/sign-out.ts';
import { listNavigation } from '../../../platform/remotes/manifests.ts';
import { displayName, initialsOf } from '../../../platform/display-name.ts';
import { Avatar } from './avatar.tsx';
import styles from './menu.module.css';
import { PlanEntry } from './plan-entry.tsx';
import { PopUp } from './pop-up.tsx';

export function UserMenu({ user }: { user: User }) {
  return (
    <PopUp name={`Your account, ${initialsOf(user)}`} button={<Avatar user={user} />}>
      {() => <UserMenuItems user={user} />}
    </PopUp>
  );
}

/** The user's name, the plan, the links of the account menu and the logout; used in the pop-up and in the drawer. */
export function UserMenuItems({ user }: { user: User }) {
  const signOut = useSignOut();
  const name = displayName(user);
  return (
    <>
      <div className={styles['person']}>
        <p className={styles['name']}>{name}</p>
        {name !== user.email && <p className={styles['email']}>{user.email}</p>}
      </div>
      <PlanEntry />
      {listNavigation('account').map(({ label, to }) => (
        <Link key={to} to={to} className={styles['item']}>
          {label}
        </Link>
      ))}
      <Link to="/account" className={styles['item']}>
        Account
      </Link>
      <button
        type="button"
        className={styles['item']}
        disabled={signOut.isPending}
        onClick={() => signOut.mutate(user.id)}
      >
        {signOut.isPending ? 'Logging out...' : 'Log out'}
      </button>
    </>
  );
}
