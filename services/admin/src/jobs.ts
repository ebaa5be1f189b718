import type { Job } from '@inkbear/service-kit/jobs';
import type { Rebuild } from './rebuild/rebuild.ts';

export const jobs = ({ rebuild }: { readonly rebuild: Rebuild }): Job[] => [
  {
    name: 'rebuild-on-request',
    pattern: '* * * * * *',
    hasWork: () => rebuild.isRequested(),
    run: () => rebuild.runIfRequested(),
  },
];
