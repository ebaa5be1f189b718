import { useSession } from '@inkbear/web-kit/session.tsx';
import { localPath } from '@inkbear/web-kit/local-path.ts';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { AuthForm } from '../features/auth/components/auth-form.tsx';
import { AuthBenefits } from '../features/auth/components/auth-benefits.tsx';
import type { AuthMode } from '../features/auth/form.ts';
import { storedReferralCode } from '../features/auth/stored-referral-code.ts';
import { useSiteConfig } from '@inkbear/web-kit/site-config.ts';
import { NamedPageLink } from '../platform/remotes/named-page-link.tsx';
import { resetSigningOut } from '../platform/session/end-session.ts';
import { PageFallback } from '../platform/skeleton/page-fallback.tsx';
import styles from './auth.module.css';

/**
 * `?next=` is the address to return to. `?ref=` is a referral code and opens the form for a new account; a code from an
 * earlier page is filled in, too.
 */
export default function AuthPage() {
  const [search] = useSearchParams();
  const codeInUrl = search.get('ref') ?? '';
  const [referralCode] = useState(() => codeInUrl || storedReferralCode.read());
  const [mode, setMode] = useState<AuthMode>(codeInUrl === '' ? 'sign-in' : 'create');
  const { state } = useSession();
  useEffect(resetSigningOut, []);
  if (state === 'signed-in')
    return (
      <>
        <PageFallback />
        <Navigate replace to={localPath(search.get('next'))} />
      </>
    );
  const isCreating = mode === 'create';
  return (
    <div className={styles['page']}>
      <title>{isCreating ? 'Create your account · Inkbear' : 'Sign in · Inkbear'}</title>
      <AuthBenefits />
      <section className={styles['side']} aria-labelledby="auth-title">
        <div className={styles['box']}>
          <h1 id="auth-title" className={styles['title']}>
            {isCreating ? 'Create your account' : 'Welcome back'}
          </h1>
          <p className={styles['lead']}>
            {isCreating
              ? 'Free, with your first book included. No card needed.'
              : 'Sign in and continue where you left off.'}
          </p>
          <AuthForm key={mode} mode={mode} referralCode={referralCode} />
          <p className={styles['toggle']}>
            {isCreating ? 'Already have an account?' : 'New to Inkbear?'}{' '}
            <button type="button" onClick={() => setMode(isCreating ? 'sign-in' : 'create')}>
              {isCreating ? 'Sign in' : 'Create an account'}
            </button>
          </p>
          {!isCreating && <Support />}
        </div>
      </section>
    </div>
  );
}

function Support() {
  const { supportEmail } = useSiteConfig();
  return (
    <p className={styles['support']}>
      Forgotten your password? Our support team can set a new one for you:{' '}
      {supportEmail === undefined ? (
        <NamedPageLink page="contact">contact us</NamedPageLink>
      ) : (
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      )}
      .
    </p>
  );
}
