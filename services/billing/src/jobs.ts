import type { Job } from '@inkbear/service-kit/jobs';
import { type DueWorkDeps, hasDueWork, runDueWork } from './due-work/due-work.ts';
import { reconcile, type ReconcileDeps, reconcileIfRequested } from './reconciliation/reconcile.ts';

export const jobs = (deps: DueWorkDeps & ReconcileDeps): Job[] => [
  // The lease has the job's name. After a rename, old and new processes may run it at the same time: each step of it
  // is safe to run twice (`replicas.int.test.ts`).
  {
    name: 'run-due-work',
    pattern: '*/15 * * * * *',
    hasWork: () => hasDueWork(deps),
    run: () => runDueWork(deps),
  },
  { name: 'reconcile', pattern: '0 7 * * * *', run: () => reconcile(deps) },
  {
    name: 'reconcile-on-request',
    pattern: '*/5 * * * * *',
    hasWork: () => deps.reconciliations.isRequested(),
    run: () => reconcileIfRequested(deps),
  },
];
