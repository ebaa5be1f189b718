import { alerts } from './alerts.ts';
import { dashboards } from './dashboards.ts';
import { renderDashboard } from './panels.ts';
import { renderRules } from './rules.ts';
import { slos } from './slos.ts';

/** The files of the chart that this package generates: content by path below the chart's folder. */
export const generatedFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['monitoring/rules.yaml', renderRules()],
    ...dashboards.map(
      (dashboard) =>
        [
          `monitoring/dashboards/${dashboard.uid}.json`,
          `${JSON.stringify(renderDashboard(dashboard), null, 1)}\n`,
        ] as const,
    ),
  ]);

/** Every metric that a panel or a rule reads, as Prometheus stores it. */
export const readMetrics = (): ReadonlySet<string> =>
  new Set([
    ...dashboards.flatMap(({ rows }) =>
      rows.flatMap(({ panels }) => panels.flatMap(({ lines }) => lines.flatMap(({ query }) => query.reads))),
    ),
    ...alerts.flatMap(({ query }) => query.reads),
    ...slos.flatMap(({ good, total }) => [...good('5m').reads, ...total('5m').reads]),
  ]);
