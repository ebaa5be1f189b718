import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { alerts } from './alerts.ts';
import { renderRules } from './rules.ts';

/** Series by name and labels; each value is added once a minute to a counter, or repeated when it begins with `=`. */
type Series = Readonly<Record<string, string>>;

const gateway = 'service="gateway",http_request_method="PATCH"';
const requests = (route: string, status = '200') =>
  `http_server_request_duration_count{${gateway},http_route="${route}",http_response_status_code="${status}"}`;
const within = (le: string, route: string) =>
  `http_server_request_duration_bucket{${gateway},http_route="${route}",http_response_status_code="200",le="${le}"}`;
const burns = (slo: string): string[] => ['1h', '6h', '1d', '3d'].map((window) => `${slo}BudgetBurn${window}`);

/** Which alerts fire after three hours of these series. Every alert is in `fires` of at least one case. */
const cases: readonly { readonly title: string; readonly series: Series; readonly fires: readonly string[] }[] = [
  {
    title: 'ordinary load',
    series: {
      'up{job="inkbear",service="books"}': '=1',
      'inkbear_dependency_up{service="books",dependency="nats"}': '=1',
      'inkbear_dependency_up{service="books",dependency="mongodb"}': '=1',
      'inkbear_outbox_oldest_age{service="books"}': '=0.4',
      'inkbear_consumer_pending{messaging_consumer_group_name="auth__x"}': '=12',
      'inkbear_dead_letters_open{messaging_consumer_group_name="auth__x"}': '=0',
      'nodejs_eventloop_delay_p99{service="books",instance="a"}': '=0.02',
      'inkbear_pool_refused_total{service="export",pool="exports",bound="total"}': '+0',
      'inkbear_ai_cost_total{kind="generate"}': '+0.1',
      [requests('patchChapter')]: '+600',
      [within('1', 'patchChapter')]: '+600',
      [requests('listBooks')]: '+600',
      [within('0.5', 'listBooks')]: '+599',
      'gen_ai_client_operation_duration_count{kind="generate",outcome="finished"}': '+60',
      'gen_ai_client_operation_duration_count{kind="generate",outcome="failed"}': '+1',
      'gen_ai_client_operation_duration_count{kind="generate",outcome="refused"}': '+20',
      'gen_ai_client_operation_time_to_first_chunk_count{kind="generate"}': '+60',
      'gen_ai_client_operation_time_to_first_chunk_bucket{kind="generate",le="5"}': '+60',
      'inkbear_export_duration_count{format="ebook",outcome="finished"}': '+60',
      'inkbear_export_duration_bucket{format="ebook",outcome="finished",le="60"}': '+60',
    },
    fires: [],
  },
  {
    title: 'one save in fifty takes longer than a second; bucket labels of Prometheus 3',
    series: { [requests('patchChapter')]: '+600', [within('1.0', 'patchChapter')]: '+588' },
    fires: burns('Saves'),
  },
  {
    title: 'a few slow saves, on an instance with few requests',
    series: { [requests('patchChapter')]: '+1', [within('1', 'patchChapter')]: '+0.95' },
    fires: [],
  },
  {
    title: 'every save fails, and there is no series of good ones',
    series: { [requests('saveStory', '503')]: '+60' },
    fires: [...burns('Saves'), 'FailedReplies'],
  },
  {
    title: 'one read in ten takes longer than half a second',
    series: { [requests('listBooks')]: '+600', [within('0.5', 'listBooks')]: '+540' },
    fires: burns('Reads'),
  },
  {
    title: 'the AI provider fails',
    series: {
      'gen_ai_client_operation_duration_count{kind="generate",outcome="failed"}': '+60',
      'inkbear_ai_cost_total{kind="generate"}': '+2',
    },
    fires: [...burns('AiFirstToken'), 'AiProviderFailing', 'AiCostHigh'],
  },
  {
    title: 'the AI provider refuses the key, which is not a fault of the provider',
    series: {
      'gen_ai_client_operation_duration_count{kind="generate",outcome="refused"}': '+60',
      'gen_ai_client_operation_duration_count{kind="generate",outcome="failed"}': '+0',
    },
    fires: ['AiCallsRefused'],
  },
  {
    title: 'the AI provider fails, and refused calls do not hide it',
    series: {
      'gen_ai_client_operation_duration_count{kind="generate",outcome="finished"}': '+30',
      'gen_ai_client_operation_duration_count{kind="generate",outcome="failed"}': '+10',
      'gen_ai_client_operation_duration_count{kind="generate",outcome="refused"}': '+30',
      'gen_ai_client_operation_time_to_first_chunk_count{kind="generate"}': '+30',
      'gen_ai_client_operation_time_to_first_chunk_bucket{kind="generate",le="5"}': '+30',
    },
    fires: ['AiFirstTokenBudgetBurn1d', 'AiFirstTokenBudgetBurn3d', 'AiProviderFailing'],
  },
  {
    title: 'exports find no slot',
    series: {
      'inkbear_export_duration_count{format="ebook",outcome="busy"}': '+60',
      'inkbear_pool_refused_total{service="export",pool="exports",bound="total"}': '+60',
    },
    fires: [...burns('Exports'), 'PoolRefusals'],
  },
  {
    title: 'a process is down, and others have lost their connections',
    series: {
      'up{job="inkbear",service="books",instance="a"}': '=0',
      'inkbear_dependency_up{service="ai",dependency="nats",instance="a"}': '=1',
      'inkbear_dependency_up{service="ai",dependency="nats",instance="b"}': '=0',
      'inkbear_dependency_up{service="auth",dependency="mongodb"}': '=0',
    },
    fires: ['ProcessNotScraped', 'BrokerDisconnected', 'DatabaseDisconnected'],
  },
  {
    title: 'events wait, and some cannot be handled',
    series: {
      'inkbear_outbox_oldest_age{service="books"}': '=90',
      'inkbear_consumer_pending{messaging_consumer_group_name="auth__x"}': '=2000',
      'inkbear_dead_letters_open{messaging_consumer_group_name="auth__x"}': '=1',
    },
    fires: ['OutboxNotPublished', 'ConsumerBehind', 'DeadLetters'],
  },
  {
    title: 'a process blocks its event loop',
    series: { 'nodejs_eventloop_delay_p99{service="books",instance="a"}': '=0.4' },
    fires: ['EventLoopBlocked'],
  },
];

const minutes = 180;
const valuesOf = (value: string): string =>
  value.startsWith('=') ? `${value.slice(1)}+0x${minutes}` : `0${value}x${minutes}`;

const promtool = process.env['PROMTOOL'] ?? 'promtool';
const isInstalled = spawnSync(promtool, ['--version']).error === undefined;
if (!isInstalled) process.stdout.write('Skipped the tests of the alert rules: promtool is not on PATH.\n');

it('has a case for every alert', () => {
  expect(new Set(cases.flatMap(({ fires }) => fires))).toEqual(new Set(alerts.map(({ name }) => name)));
});

(isInstalled ? describe : describe.skip)('the alert rules', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-rules-'));
  const rules = path.join(folder, 'rules.yaml');
  beforeAll(() => writeFileSync(rules, renderRules()));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) => spawnSync(promtool, args, { encoding: 'utf8', cwd: folder });

  it('are valid', () => {
    const { status, stdout, stderr } = run('check', 'rules', rules);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it.each(cases)('fire as expected: $title', ({ series, fires }) => {
    const test = path.join(folder, 'test.yaml');
    const firing = (name: string) => ({
      expr: `count(ALERTS{alertname="${name}",alertstate="firing"})`,
      eval_time: `${minutes}m`,
      exp_samples: fires.includes(name) ? [{ labels: '{}', value: 1 }] : [],
    });
    writeFileSync(
      test,
      stringify({
        rule_files: [rules],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: Object.entries(series).map(([name, value]) => ({ series: name, values: valuesOf(value) })),
            promql_expr_test: alerts.map(({ name }) => firing(name)),
          },
        ],
      }),
    );
    const { status, stdout, stderr } = run('test', 'rules', test);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
