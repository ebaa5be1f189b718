import Sequencer from '@jest/test-sequencer';

/** Spec files that take longest, in that order. */
const slowest = [
  'failures/process-kill-during-payments',
  'failures/hung-service-deadlines',
  'page-content-by-audience',
  'admin-console',
  'plan-purchase-and-end',
  'accessibility',
  'long-book-planning',
  'dev-server',
  'failures/hostile-texts',
  'tenant-isolation',
  'storage-and-versions',
];

/** On a cluster, the installation is tested first; the alerts leave it unusable. */
const [firstOnCluster, lastOnCluster] = ['install', 'alerts'].map((name) => `/packages/cluster/specs/${name}.spec.ts`);

const rankOf = ({ path }) => {
  if (path.endsWith(firstOnCluster)) return -1;
  if (path.endsWith(lastOnCluster)) return slowest.length + 1;
  const rank = slowest.findIndex((name) => path.endsWith(`/packages/e2e/specs/${name}.spec.ts`));
  return rank < 0 ? slowest.length : rank;
};

/** Starts the slowest browser specs first, so that at the end of the run no worker waits for a long one. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
