import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { AuditTrail } from '../../features/audit/components/audit-trail.tsx';
import { Overview } from '../../features/overview/components/overview.tsx';
import { useAddress } from '../../kit/lists/use-address.ts';
import styles from '../console.module.css';

/** The figures, or the audit trail behind them. */
export default function OverviewTab() {
  const { words } = useAddress();
  if (words.get('view') !== 'audit') {
    return (
      <>
        <Overview />
        <p className={styles['below']}>
          <ButtonLink small to="/admin?tab=overview&view=audit">
            Audit trail
          </ButtonLink>{' '}
          <span>Every change an admin made, with before and after.</span>
        </p>
      </>
    );
  }
  return (
    <>
      <header className={styles['subhead']}>
        <h2>Audit trail</h2>
        <ButtonLink small look="quiet" to="/admin">
          Back to the figures
        </ButtonLink>
      </header>
      <AuditTrail />
    </>
  );
}
