import type { Dashboard } from '../panels.ts';
import { scraped } from '../promql.ts';
import {
  deadLetterPanel,
  dependencyPanel,
  line,
  outboxPanels,
  poolPanels,
  requestPanels,
  runtimePanels,
  sloRow,
} from './shared-panels.ts';

export const overview: Dashboard = {
  uid: 'overview',
  title: 'overview',
  description: 'All processes at a glance: objectives, requests, events and load.',
  rows: [
    sloRow,
    { title: 'Requests by process', panels: requestPanels(null) },
    {
      title: 'Dependencies and events',
      panels: [
        {
          title: 'Scraped processes',
          unit: 'short',
          type: 'stat',
          lines: [line({ ...scraped(), expr: `sum(${scraped().expr})` }, 'up')],
        },
        dependencyPanel,
        ...outboxPanels,
        deadLetterPanel,
      ],
    },
    { title: 'Load', panels: [...runtimePanels(null), ...poolPanels({})] },
  ],
};
