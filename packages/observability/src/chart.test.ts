import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { parseAllDocuments, parse } from 'yaml';
import { chartFolder } from './chart-folder.ts';
import { dashboards } from './dashboards.ts';
import { generatedFiles } from './generated-files.ts';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

const render = (name: string): Manifest[] =>
  parseAllDocuments(readFileSync(path.join(chartFolder, 'golden', name), 'utf8'))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);

it('is installed by the chart when asked: the rules, and a ConfigMap for each dashboard', () => {
  const full = render('full.yaml');
  expect(full.find(({ kind }) => kind === 'PrometheusRule')?.spec).toEqual(
    parse(generatedFiles().get('monitoring/rules.yaml') ?? ''),
  );
  for (const { uid } of dashboards) {
    const map = full.find(({ metadata }) => metadata.name === `inkbear-dashboard-${uid}`);
    expect([uid, map?.metadata.labels['grafana_dashboard']]).toEqual([uid, '1']);
    expect(JSON.parse(map?.data?.[`${uid}.json`] ?? '')).toMatchObject({ uid: `inkbear-${uid}` });
  }
  // The rules select this job.
  expect(full.find(({ kind }) => kind === 'PodMonitor')?.spec).toMatchObject({ jobLabel: 'app.kubernetes.io/part-of' });
  expect(render('small.yaml').filter(({ kind }) => /^(Prometheus|PodMonitor|ConfigMap)/.test(kind))).toEqual([]);
});
