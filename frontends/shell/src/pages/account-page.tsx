import { useSession } from '@inkbear/web-kit/session.tsx';
import styles from '../features/account/components/account.module.css';
import { ChangeEmail } from '../features/account/components/change-email.tsx';
import { ChangeName } from '../features/account/components/change-name.tsx';
import { ChangePassword } from '../features/account/components/change-password.tsx';
import { CloseAccount } from '../features/account/components/close-account.tsx';
import { PlanSection } from '../features/account/components/plan-section.tsx';
import { StorageSection } from '../features/account/components/storage-section.tsx';

/**
 * The account page: download of all texts, plan and purchases, storage, name, address, password, and closing the
 * account.
 */
export default function AccountPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className={styles['page']}>
      <title>Your account · Inkbear</title>
      <header>
        <h1>Your account</h1>
        <p>
          {user.firstName} {user.lastName} · {user.email}
        </p>
      </header>
      <section className={styles['part']} aria-labelledby="words-title">
        <h2 id="words-title">Your words</h2>
        <p>
          Everything you have written, as a zip with Markdown and JSON, on every plan.{' '}
          <a href="/api/user/export" download>
            Download them all
          </a>
        </p>
      </section>
      <PlanSection />
      <StorageSection />
      <ChangeName firstName={user.firstName} lastName={user.lastName} />
      <ChangeEmail />
      <ChangePassword />
      <CloseAccount userId={user.id} />
    </div>
  );
}
