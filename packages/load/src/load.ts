// `npm run load -- [scenario]`: runs a scenario of k6 against an Inkbear of its own or the one at --url. The exit code
// is 1 when a threshold failed.
import { parseArgs } from 'node:util';
import { startAppStack } from '@inkbear/e2e/app-stack';
import { findK6 } from '@inkbear/local/find-k6';
import { toTerminal } from '@inkbear/local/report';
import { countWriters, requireLoopback, runLoad, type Scenario, scenarios } from './run-k6.ts';
import { createWriters } from './writers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '30' },
    'save-p99': { type: 'string', default: '500' },
  },
});
const scenario = (positionals[0] ?? scenarios[0]) as Scenario;
const [requestsPerSecond = 0, durationSeconds = 0, saveP99Ms = 0] = [
  values.rate,
  values.seconds,
  values['save-p99'],
].map(Number);
if (!scenarios.includes(scenario) || ![requestsPerSecond, durationSeconds, saveP99Ms].every((value) => value)) {
  console.error(
    'usage: npm run load -- [scenario] [--url <address of this machine>] [--rate <requests per second>] ' +
      '[--seconds <duration>] [--save-p99 <ms>]\n' +
      `scenarios: ${scenarios.join(', ')}`,
  );
  process.exit(2);
}
const k6 = await findK6(process.env, toTerminal);
const stack = values.url === undefined ? await startAppStack({ seed: false }) : null;
try {
  const url = values.url ?? stack?.url ?? '';
  requireLoopback(url);
  const writers = await createWriters(url, countWriters(requestsPerSecond));
  const limits = { requestsPerSecond, durationSeconds, saveP99Ms };
  const { passed } = await runLoad({ k6, url, scenario, writers, ...limits, stdio: 'inherit' });
  process.exitCode = passed ? 0 : 1;
} finally {
  await stack?.remove();
}
