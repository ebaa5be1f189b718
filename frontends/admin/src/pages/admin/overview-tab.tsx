import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { AuditTrail } from '../../features/audit/components/audit-trail.tsx';
import { Overview } from '../../features/overview/components/overview.tsx';
import { useUrlParams } from '../../kit/lists/use-url-params.ts';
import styles from './console.module.css';

/** The figures, or the audit trail. */
export default function OverviewTab() {
  const { params } = useUrlParams();
  if (params.get('view') !== 'audit') {
    return (
      <>
        <Overview />
        <p className={styles['below']}>
          <ButtonLink small to="/admin?tab=overview&view=audit">
            Audit trail
          </ButtonLink>{' '}
          <span>Every change by an admin, with the values before and after.</span>
        </p>
      </>
    );
  }
  return (
    <>
      <header className={styles['subhead']}>
        <h2>Audit trail</h2>
        <ButtonLink small variant="quiet" to="/admin">
          Back to the figures
        </ButtonLink>
      </header>
      <AuditTrail />
    </>
  );
}
