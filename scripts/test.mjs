// `npm test`: everything CI runs. `--deep` runs the same files with large numbers. The last line has the totals.
// `npm run test:deep -- failures`: runs the build and only the test files whose path contains one of the given words.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled, pinnedNode, root, findMachineProblem } from './install.mjs';

const reports = mkdtempSync(path.join(os.tmpdir(), 'inkbear-tests-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const deep = process.argv.includes('--deep');
const selected = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const selection = selected.length === 0 ? [] : ['--passWithNoTests', '--testPathPatterns', ...selected];

/** Runs a command and prints its output at its end, so that the output of concurrent commands stays readable. */
async function run(title, args) {
  const started = Date.now();
  console.log(`\n== ${title}`);
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(deep ? { TEST_DEEP: '1' } : {}) },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  process.stdout.write(Buffer.concat(output));
  console.log(`== ${title}: ${code === 0 ? 'ok' : 'FAILED'} after ${Math.round((Date.now() - started) / 1000)} s`);
  return code === 0;
}

/** Runs a check that is not a test suite; it counts only when it fails. */
async function check(title, args) {
  if (!(await run(title, args))) total.failed += 1;
}

async function suite(kind) {
  const report = path.join(reports, `${kind}.json`);
  const ok = await run(`${kind} tests`, [
    path.join(root, 'scripts/jest.mjs'),
    kind,
    '--json',
    `--outputFile=${report}`,
    '--silent',
    ...selection,
  ]);
  if (!existsSync(report)) {
    total.failed += 1;
    return;
  }
  const result = JSON.parse(readFileSync(report, 'utf8'));
  total.passed += result.numPassedTests;
  total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  total.skipped += result.numPendingTests + result.numTodoTests;
  if (!ok && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) total.failed += 1;
}

const why = findMachineProblem();
if (why) {
  console.error(why);
  process.exit(1);
}
await ensureInstalled(console.log);
// Pairs run concurrently where one of them mostly waits or has one thread; the browser tests run alone.
if (selected.length === 0)
  await Promise.all([
    check('types', [path.join(root, 'scripts/typecheck.mjs')]),
    check('lint', [path.join(root, 'scripts/lint.mjs')]),
  ]);
await check('build', [path.join(root, 'scripts/build.mjs')]);
await Promise.all([suite('unit'), suite('int')]);
await suite('e2e');
rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
