// `npm run test:safeguards [part of a fault's name]`: mutation tests of the safeguards. Applies known faults one at a time
// to a copy of the checkout and requires the named tests to fail. Exit code 1 when a fault is not caught.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled, pinnedNode, root, findMachineProblem } from './install.mjs';
import { faults } from './safeguard-faults/index.mjs';

/** A fault may make its tests hang; a run that exceeds this limit is killed and counts as not caught. */
const runLimitMs = 300_000;
/** Kills the current test run and its servers. */
let killRun = () => undefined;

/** Copies the tracked files, and node_modules as hard links, so its relative workspace links resolve into the copy. */
function copyCheckout() {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'inkbear-safeguards-'));
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 }).split('\0');
  for (const file of files.filter(
    (name) => name !== '' && lstatSync(path.join(root, name), { throwIfNoEntry: false }),
  )) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  // A workspace whose dependency has another version than the root's has node_modules of its own.
  for (const modules of globSync(
    ['node_modules', '{packages,services,frontends}/*/node_modules', 'gateway/node_modules'],
    { cwd: root },
  ))
    execFileSync('cp', ['-al', path.join(root, modules), path.join(copy, path.dirname(modules))]);
  return copy;
}

/** Runs test files of one kind in the copy; resolves with jest's report, or null when there is none. */
async function runTests(copy, kind, tests) {
  const report = path.join(copy, 'safeguards-report.json');
  rmSync(report, { force: true });
  const patterns = tests.map((test) => `${path.join(copy, test)}$`);
  const args = [
    'scripts/jest.mjs',
    kind,
    '--testPathPatterns',
    ...patterns,
    '--json',
    `--outputFile=${report}`,
    '--silent',
  ];
  const child = spawn(pinnedNode, args, { cwd: copy, stdio: 'ignore', detached: true });
  killRun = () => process.kill(-child.pid, 'SIGKILL');
  const limit = setTimeout(killRun, runLimitMs);
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearTimeout(limit);
  killRun = () => undefined;
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
}

const testsOf = (report) => report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];

/** Runs all named files without a fault first: a test that fails anyway proves nothing. */
async function requireGreen(copy, planned) {
  for (const kind of ['unit', 'int']) {
    const tests = [...new Set(planned.filter((fault) => fault.kind === kind).flatMap((fault) => fault.tests))];
    if (tests.length === 0) continue;
    const report = await runTests(copy, kind, tests);
    const failed = testsOf(report)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
    if (report?.success && report.numTotalTestSuites === tests.length) continue;
    throw new Error(`The ${kind} tests fail without a fault: ${failed.join('; ') || 'they did not run'}.`);
  }
}

/**
 * Applies a fault and runs its tests; resolves with the title of a failed test, or null. At least one test must pass,
 * because a module that does not load proves nothing.
 */
async function applyFault(copy, { file, find, replace, kind, tests }) {
  const target = path.join(copy, file);
  const source = readFileSync(target, 'utf8');
  const found = source.split(find).length - 1;
  if (found !== 1) throw new Error(`${file} contains the text to replace ${found} times: ${find}`);
  writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  try {
    const results = testsOf(await runTests(copy, kind, tests));
    const hasPassed = results.some(({ status }) => status === 'passed');
    const failed = results.find(({ status }) => status === 'failed');
    return hasPassed && failed ? failed.fullName : null;
  } finally {
    writeFileSync(target, source);
  }
}

async function runAll(copy, planned) {
  await requireGreen(copy, planned);
  console.log(`All tests pass without a fault; applying ${planned.length} faults.\n\nfault · caught by`);
  let caught = 0;
  for (const fault of planned) {
    const title = await applyFault(copy, fault);
    if (title !== null) caught += 1;
    console.log(`${fault.name} · ${title ?? 'NOT CAUGHT'}`);
  }
  console.log(`\n${caught} of ${planned.length} caught`);
  return caught === planned.length;
}

const why = findMachineProblem();
if (why) throw new Error(why);
await ensureInstalled(console.log);
const [part = ''] = process.argv.slice(2);
const planned = faults.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
if (planned.length === 0) throw new Error(`No fault's name contains "${part}".`);
const copy = copyCheckout();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    killRun();
    rmSync(copy, { recursive: true, force: true });
    process.exit(1);
  });
}
try {
  if (!(await runAll(copy, planned))) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
