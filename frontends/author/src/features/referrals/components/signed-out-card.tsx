import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { InkbearLogo } from '@inkbear/ui-kit/inkbear-logo.tsx';
import styles from './referrals.module.css';

export function SignedOutCard() {
  return (
    <section className={styles['signedOut']} aria-labelledby="sign-in-title">
      <span className={styles['mark']}>
        <InkbearLogo size={48} />
      </span>
      <h2 id="sign-in-title">Sign in to access referrals</h2>
      <p>Create an account to start earning referral credits</p>
      <ButtonLink variant="primary" large to="/auth">
        Sign In
      </ButtonLink>
    </section>
  );
}
