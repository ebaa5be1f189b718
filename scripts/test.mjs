// `npm test`: everything CI runs. `--deep` runs the same files with the large numbers. The last line adds up all suites.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled, pinnedNode, root, whyNotThisMachine } from './install.mjs';

const reports = mkdtempSync(path.join(os.tmpdir(), 'inkbear-tests-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const deep = process.argv.includes('--deep');

function run(title, args) {
  const started = Date.now();
  console.log(`\n== ${title}`);
  const { status } = spawnSync(pinnedNode, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...(deep ? { TEST_DEEP: '1' } : {}) } });
  console.log(`== ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${Math.round((Date.now() - started) / 1000)} s`);
  return status === 0;
}

/** A check that is no test suite counts only when it fails. */
function check(title, args) {
  if (!run(title, args)) total.failed += 1;
}

function suite(kind) {
  const report = path.join(reports, `${kind}.json`);
  const ok = run(`${kind} tests`, [path.join(root, 'scripts/jest.mjs'), kind, '--json', `--outputFile=${report}`, '--silent']);
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

const why = whyNotThisMachine();
if (why) {
  console.error(why);
  process.exit(1);
}
await ensureInstalled(console.log);
check('types', [path.join(root, 'scripts/typecheck.mjs')]);
check('lint', [path.join(root, 'node_modules/eslint/bin/eslint.js'), '.']);
check('build', [path.join(root, 'scripts/build.mjs')]);
suite('unit');
suite('int');
suite('e2e');
rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
