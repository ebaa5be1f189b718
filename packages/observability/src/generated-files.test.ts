import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { catalogue, type MetricName, prometheusName, runtimeMetrics } from '@inkbear/service-kit/metrics/catalogue';
import { alerts } from './alerts.ts';
import { chartFolder } from './chart-folder.ts';
import { dashboards } from './dashboards.ts';
import { generatedFiles, readMetrics } from './generated-files.ts';
import { observations } from './promql.ts';
import { slos } from './slos.ts';

const runbooks = path.resolve(import.meta.dirname, '../../../docs/runbooks');

describe('the generated monitoring files', () => {
  it('are those of the chart; `npm run monitoring` writes them', () => {
    const folder = path.join(chartFolder, 'monitoring');
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(chartFolder, path.join(entry.parentPath, entry.name)));
    expect(names.sort()).toEqual([...generatedFiles().keys()].sort());
    for (const [name, content] of generatedFiles())
      expect([name, readFileSync(path.join(chartFolder, name), 'utf8') === content]).toEqual([name, true]);
  });

  it('read only metrics that the catalogue exports', () => {
    const exported = Object.entries({ ...catalogue, ...runtimeMetrics }).flatMap(([name, { kind }]) => {
      const stored = prometheusName(name as MetricName);
      return kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => `${stored}${suffix}`) : [stored];
    });
    expect(readMetrics().size).toBeGreaterThan(20);
    expect([...readMetrics()].filter((name) => !exported.includes(name))).toEqual([]);
  });

  it('have unique names, and rules without the variables of Grafana', () => {
    for (const names of [
      alerts.map(({ name }) => name),
      dashboards.map(({ uid }) => uid),
      slos.map(({ name }) => name),
    ])
      expect(new Set(names).size).toBe(names.length);
    expect(generatedFiles().get('monitoring/rules.yaml')).not.toContain('$__');
  });

  it('link each alert to a runbook that names it', () => {
    for (const { name, runbook } of alerts) {
      const file = path.join(runbooks, `${runbook}.md`);
      expect([runbook, existsSync(file)]).toEqual([runbook, true]);
      expect([name, readFileSync(file, 'utf8').includes(name)]).toEqual([name, true]);
    }
  });
});

it('rejects a bucket that a histogram does not have', () => {
  expect(() => observations('inkbear.export.duration', { le: 61 })).toThrow('has no bucket up to 61');
});
