import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useLocation } from 'react-router-dom';
import { addressOf } from '../../../platform/remotes/manifests.ts';
import { NamedPageLink } from '../../../platform/remotes/named-page-link.tsx';
import { setConsent, useConsent } from '../consent.ts';
import styles from './consent-note.module.css';

/**
 * Asks once whether page views may be counted; on the cookie policy page the answer can be changed at any time. It
 * covers no content, and both buttons look alike.
 */
export function ConsentNote() {
  const consent = useConsent();
  const { pathname } = useLocation();
  const isCookiePolicy = pathname === addressOf('cookie-policy');
  if (consent === undefined || (consent !== null && !isCookiePolicy)) return null;
  return (
    <aside className={styles['note']} aria-label="Visit statistics">
      <p>
        {consent === null
          ? 'May we count page visits?'
          : consent === 'yes'
            ? 'You allow us to count page visits.'
            : 'You asked us not to count page visits.'}{' '}
        Nothing else is stored, and nothing is shared with others.
        {!isCookiePolicy && (
          <>
            {' '}
            <NamedPageLink page="cookie-policy">Cookie Policy</NamedPageLink>
          </>
        )}
      </p>
      <div className={styles['answers']}>
        <PlainButton small disabled={consent === 'no'} onClick={() => setConsent('no')}>
          No, thanks
        </PlainButton>
        <PlainButton small disabled={consent === 'yes'} onClick={() => setConsent('yes')}>
          Yes
        </PlainButton>
      </div>
    </aside>
  );
}
