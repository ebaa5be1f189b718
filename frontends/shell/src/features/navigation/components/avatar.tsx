import type { User } from '@inkbear/contracts/auth/account';
import { useState } from 'react';
import { initialsOf } from '../../../platform/display-name.ts';
import styles from './avatar.module.css';

/** The user's picture, or initials when there is none or it fails to load. */
export function Avatar({ user }: { user: User }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = user.profileImageUrl;
  return (
    <span className={styles['avatar']} aria-hidden>
      {url !== null && url !== '' && url !== brokenUrl ? (
        <img src={url} alt="" onError={() => setBrokenUrl(url)} />
      ) : (
        initialsOf(user)
      )}
    </span>
  );
}
