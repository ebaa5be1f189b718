import { processNames } from '@inkbear/contracts/services';
import { ai } from './dashboards/ai.ts';
import { authors } from './dashboards/authors.ts';
import { events } from './dashboards/events.ts';
import { money } from './dashboards/money.ts';
import { overview } from './dashboards/overview.ts';
import { processDashboard } from './dashboards/process.ts';
import type { Dashboard } from './panels.ts';

export const dashboards: readonly Dashboard[] = [
  overview,
  authors,
  money,
  ai,
  events,
  ...processNames.map(processDashboard),
];
