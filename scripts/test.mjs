// `npm test`: everything CI runs. `--deep` runs the same files with large numbers. The last line has the totals.
// `npm run test:deep -- <words>`: runs the build and only the test files whose path contains one of the words. Two words
// stand for a list of files instead (`test-lists`): `failures` and `hostile-inputs`.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled, pinnedNode, root, findMachineProblem } from './install.mjs';
import { filePattern, mayRetry, patternsFor, timingSensitiveFiles } from './test-lists/index.mjs';

/** Lines of a failure's message in the list at the end of the output. */
const shownMessageLines = 12;
/** If more files fail, the change is probably wrong, rather than the machine slow for a moment. */
const maxFilesRunAgain = 6;
const reports = mkdtempSync(path.join(os.tmpdir(), 'inkbear-tests-'));
/** The counts of each test file, by its path. */
const files = new Map();
/** A text for each failure of each run, for the list at the end of the output. */
const failures = [];
const relativePath = (file) => path.relative(root, file);
let failedChecks = 0;
const deep = process.argv.includes('--deep');
const selected = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('-'))
  .flatMap(patternsFor);

/** Runs a command and prints its output at its end, so that the output of concurrent commands stays readable. */
async function run(title, args, env = {}) {
  const started = Date.now();
  console.log(`\n== ${title}`);
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(deep ? { TEST_DEEP: '1' } : {}), ...env },
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
  if (await run(title, args)) return;
  failedChecks += 1;
  failures.push(`FAILED: ${title}`);
}

/**
 * Runs the test files of one kind whose path matches one of the patterns, or all of them, except those that match one of
 * the patterns in `without`.
 */
async function suite(kind, patterns, { title = `${kind} tests`, without = [], workers } = {}) {
  const report = path.join(reports, `${title.replaceAll(' ', '-')}.json`);
  const args = [
    path.join(root, 'scripts/jest.mjs'),
    kind,
    '--json',
    `--outputFile=${report}`,
    '--silent',
    ...(patterns.length === 0 ? [] : ['--passWithNoTests', '--testPathPatterns', ...patterns]),
    ...(without.length === 0 ? [] : ['--testPathIgnorePatterns', '/node_modules/', '/dist/', ...without]),
  ];
  const ok = await run(title, args, workers === undefined ? {} : { TEST_WORKERS: String(workers) });
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  for (const result of results) {
    files.set(result.name, { kind, ...countTests(result) });
    failures.push(...describeFailures(result));
  }
  if (ok || results.some(({ name }) => files.get(name).failed > 0)) return;
  failedChecks += 1;
  failures.push(`FAILED: ${title}`);
}

/** Runs the suites with large numbers: the files that measure times come last, one at a time. */
async function deepSuites() {
  const measured = timingSensitiveFiles.filter(
    (file) => selected.length === 0 || selected.some((pattern) => new RegExp(pattern).test(path.join(root, file))),
  );
  const without = timingSensitiveFiles.map(filePattern);
  await suite('unit', selected, { without });
  await suite('int', selected, { without });
  // Most of these browser specs wait for something most of the time.
  await suite('e2e', selected, { without, workers: 3 });
  for (const [kind, ending] of [
    ['int', '.test.ts'],
    ['e2e', '.spec.ts'],
  ]) {
    const patterns = measured.filter((file) => file.endsWith(ending)).map(filePattern);
    if (patterns.length > 0) await suite(kind, patterns, { title: `${kind} tests that measure times`, workers: 1 });
  }
}

function countTests({ status, assertionResults }) {
  const count = (...statuses) => assertionResults.filter((test) => statuses.includes(test.status)).length;
  const failed = count('failed');
  return {
    passed: count('passed'),
    // A file that cannot be loaded has no tests.
    failed: status === 'failed' && failed === 0 ? 1 : failed,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
  };
}

/** The tests of a file that failed, with the first lines of their messages. */
function describeFailures({ name, status, message, assertionResults }) {
  if (status !== 'failed') return [];
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const tests = failed.length > 0 ? failed : [{ fullName: 'could not be loaded', failureMessages: [message] }];
  return tests.map(({ fullName, failureMessages }) => {
    const lines = stripVTControlCharacters(failureMessages.join('\n')).split('\n').slice(0, shownMessageLines);
    return [`FAILED: ${relativePath(name)} › ${fullName}`, ...lines.map((line) => `    ${line}`)].join('\n');
  });
}

/**
 * Retries the failed files that `mayRetry` allows with nothing else running, so that a machine that was too slow for a
 * moment is not reported as a fault. The files that pass then are printed: such a test, or the product, depends on the
 * speed of the machine.
 */
async function runFailedFilesAgain() {
  const failed = [...files].filter(([, counts]) => counts.failed > 0);
  if (deep || failed.length > maxFilesRunAgain) return [];
  const repeated = failed.filter(([name]) => mayRetry(relativePath(name)));
  for (const kind of new Set(repeated.map(([, counts]) => counts.kind))) {
    const names = repeated.filter(([, counts]) => counts.kind === kind).map(([name]) => name);
    const patterns = names.map((name) => filePattern(relativePath(name)));
    await suite(kind, patterns, { title: `${kind} tests that failed, again` });
  }
  return repeated.map(([name]) => name).filter((name) => files.get(name).failed === 0);
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
if (deep) await deepSuites();
else {
  await Promise.all([suite('unit', selected), suite('int', selected)]);
  await suite('e2e', selected);
}
const unstable = await runFailedFilesAgain();
rmSync(reports, { recursive: true, force: true });
// At the end, because those who keep only the end of a long log need to see why it failed.
for (const text of failures) console.log(`\n${text}`);
for (const name of unstable) console.log(`UNSTABLE: passed only on its second run: ${relativePath(name)}`);
const total = (name) => [...files.values()].reduce((sum, counts) => sum + counts[name], 0);
const [passed, failed, skipped] = [total('passed'), total('failed') + failedChecks, total('skipped')];
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
