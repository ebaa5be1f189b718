// Runs one kind of tests: `node scripts/jest.mjs unit|int|e2e|cluster [folder or file] [jest arguments]`.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [kind, place, ...rest] = process.argv.slice(2);
const kinds = { unit: ['unit', 'web'], int: ['int'], e2e: ['e2e'], cluster: ['cluster'] };
if (!kinds[kind]) {
  console.error('usage: node scripts/jest.mjs unit|int|e2e|cluster [folder or file] [jest arguments]');
  process.exit(2);
}
const isPlace = place !== undefined && !place.startsWith('-');
const found = isPlace ? statSync(place, { throwIfNoEntry: false }) : undefined;
if (isPlace && !found) {
  console.error(`There is no ${place}.`);
  process.exit(2);
}
// Far above what a test needs, also on a machine at a third of the usual speed, so that tests fail on assertions, not
// on timeouts.
const testTimeoutMs = 240_000;
const args = [
  '--experimental-vm-modules',
  '--no-warnings',
  path.join(root, 'node_modules/jest/bin/jest.js'),
  '-c',
  path.join(root, 'jest.config.js'),
  `--testTimeout=${testTimeoutMs}`,
  '--selectProjects',
  ...kinds[kind],
];
// A suite that fails during its setup may leave servers running; --forceExit ends them with the run.
if (kind !== 'unit') args.push('--forceExit');
const maxServerWorkers = Number(process.env.TEST_WORKERS ?? 2);
// Each worker has its own servers, unless the environment names the ones to use.
if (kind === 'int') args.push(`--maxWorkers=${process.env.NATS_URL ? 1 : maxServerWorkers}`);
if (kind === 'e2e') args.push(`--maxWorkers=${maxServerWorkers}`);
// All spec files share one installation.
if (kind === 'cluster') args.push('--runInBand');
// A folder may have no tests of this kind, but a file must be a test.
if (found)
  args.push(
    '--testPathPatterns',
    ...(found.isFile() ? [`${path.resolve(place)}$`] : [`${path.resolve(place)}/`, '--passWithNoTests']),
  );
args.push(...(isPlace ? rest : [place, ...rest].filter((value) => value !== undefined)));
const node = path.join(root, 'node_modules/node/bin/node');
process.exit(spawnSync(node, args, { stdio: 'inherit', cwd: root }).status ?? 1);
