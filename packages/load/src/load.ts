// `npm run load -- [scenario]`: runs a scenario of k6 against an Inkbear of its own or the one at --url. The exit code
// is 1 when a threshold failed.
import { parseArgs } from 'node:util';
import { startAppStack } from '@inkbear/e2e/app-stack';
import { findK6 } from '@inkbear/local/find-k6';
import { toTerminal } from '@inkbear/local/report';
import { countWriters, isScenario, requireLoopback, runLoad, scenarios } from './run-k6.ts';
import { createWriters } from './writers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    rate: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    p99: { type: 'string' },
  },
});
const [scenario = 'writing'] = positionals;
const defaults = isScenario(scenario) ? scenarios[scenario] : undefined;
const [requestsPerSecond = 0, durationSeconds = 0, p99Ms = 0] = [
  values.rate ?? defaults?.defaultRate,
  values.seconds,
  values.p99 ?? defaults?.defaultP99Ms,
].map(Number);
if (!isScenario(scenario) || ![requestsPerSecond, durationSeconds, p99Ms].every((value) => value > 0)) {
  console.error(
    'usage: npm run load -- [scenario] [--url <address of this machine>] [--rate <requests per second>] ' +
      '[--seconds <duration>] [--p99 <ms>]\n' +
      `scenarios: ${Object.keys(scenarios).join(', ')}`,
  );
  process.exit(2);
}
const k6 = await findK6(process.env, toTerminal);
const stack = values.url === undefined ? await startAppStack({ seed: false }) : null;
try {
  const url = values.url ?? stack?.url ?? '';
  requireLoopback(url);
  const writers = await createWriters(url, {
    count: countWriters(scenario, requestsPerSecond),
    ...scenarios[scenario],
  });
  const limits = { requestsPerSecond, durationSeconds, p99Ms };
  const { passed } = await runLoad({ k6, url, scenario, writers, ...limits, stdio: 'inherit' });
  process.exitCode = passed ? 0 : 1;
} finally {
  await stack?.remove();
}
