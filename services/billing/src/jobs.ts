import type { Job } from '@inkbear/service-kit/jobs';
import type { DueWork } from './due-work/due-work.ts';
import type { Reconcile } from './reconciliation/reconcile.ts';
import type { ReconciliationRepository } from './reconciliation/reconciliation.repository.ts';

interface JobDeps {
  dueWork: DueWork;
  reconcile: Reconcile;
  reconciliations: ReconciliationRepository;
}

export const jobs = ({ dueWork, reconcile, reconciliations }: JobDeps): Job[] => [
  // The job's lease has the same name, so the name must not change between releases.
  { name: 'settle-plans', pattern: '*/15 * * * * *', hasWork: () => dueWork.hasWork(), run: () => dueWork.run() },
  { name: 'reconcile', pattern: '0 7 * * * *', run: () => reconcile.run() },
  {
    name: 'reconcile-on-request',
    pattern: '*/5 * * * * *',
    hasWork: () => reconciliations.isRequested(),
    run: () => reconcile.runIfRequested(),
  },
];
