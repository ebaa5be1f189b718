import { stringify } from 'yaml';
import {
  alerts,
  countedRanges,
  errorCount,
  errorCountName,
  errorRatio,
  errorRatioName,
  recordedRanges,
} from './alerts.ts';
import { slos } from './slos.ts';

/** Where a runbook is read; a deployment may serve the pages elsewhere. */
const runbookPath = (name: string): string => `docs/runbooks/${name}.md`;

/** The recording and alert rules as a Prometheus rule file. */
export const renderRules = (): string =>
  stringify(
    {
      groups: [
        {
          name: 'inkbear-slo',
          interval: '30s',
          rules: slos.flatMap((slo) => [
            ...recordedRanges.map((range) => ({
              record: errorRatioName(range),
              expr: errorRatio(slo, range).expr,
              labels: { slo: slo.name },
            })),
            ...countedRanges.map(({ range, hours }) => ({
              record: errorCountName(range),
              expr: errorCount(slo, range, hours).expr,
              labels: { slo: slo.name },
            })),
          ]),
        },
        {
          name: 'inkbear-alerts',
          rules: alerts.map(({ name, severity, query, holds, summary, runbook }) => ({
            alert: name,
            expr: query.expr,
            for: holds,
            labels: { severity },
            annotations: { summary, runbook: runbookPath(runbook) },
          })),
        },
      ],
    },
    { lineWidth: 0 },
  );
