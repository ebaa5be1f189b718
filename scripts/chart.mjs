// `npm run chart -- check|update|check-hash|secrets`: checks charts/inkbear and k8s with helm lint, golden renders and
// schemas. `update` rewrites the golden renders, `check-hash` compares their hash with the chart and needs no tool,
// `secrets` prints the Secrets of a test cluster. Checks whose tool is not on PATH are reported as skipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, root } from './install.mjs';

const chart = path.join(root, 'charts/inkbear');
const golden = path.join(chart, 'golden');
const kubernetes = '1.34.0';
/** A folder or URL template of schemas for kubeconform's -schema-location. */
const schemas = process.env.KUBECONFORM_SCHEMAS ?? 'default';
const names = readdirSync(golden)
  .filter((file) => file.endsWith('.values.yaml'))
  .map((file) => file.slice(0, -'.values.yaml'.length));
const overlays = readdirSync(path.join(root, 'k8s/overlays')).sort();
let failed = 0;

const run = (command, args, input) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', input, maxBuffer: 64 * 1024 * 1024 });

function isInstalled(tool, check) {
  if (!run(tool, ['--help']).error) return true;
  console.log(`SKIPPED ${check}: ${tool} is not on PATH.`);
  return false;
}

function report(what, ok, details = '') {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}`);
  if (ok) return;
  failed += 1;
  console.log(details.trim().replaceAll(/^/gm, '       '));
}

const goldenFile = (name) => path.join(golden, `${name}.yaml`);
const valuesFile = (name) => path.join(golden, `${name}.values.yaml`);
const withValues = (file) => ['--namespace', 'inkbear', '--kube-version', kubernetes, '--values', file];

function render(file) {
  const { status, stdout, stderr } = run('helm', ['template', 'inkbear', chart, ...withValues(file)]);
  if (status !== 0) throw new Error(`${path.relative(root, file)}: ${stderr}`);
  // Helm 3 and Helm 4 differ in the empty lines between two documents.
  const documents = stdout.split('\n---\n').map((each) => each.trimEnd());
  return `${documents.join('\n---\n')}\n`;
}

const notesFile = (name) => path.join(golden, `${name}.notes.txt`);

/** Helm 3 renders notes only with a cluster, also in a dry run. */
function canRenderNotes() {
  if (!run('helm', ['version', '--short']).stdout.startsWith('v3')) return true;
  console.log('SKIPPED golden notes: Helm 3 renders them only with a cluster; Helm 4 does without one.');
  return false;
}

/** What Helm prints after an installation. */
function renderNotes(file) {
  const args = ['install', 'inkbear', chart, '--namespace', 'inkbear', '--dry-run=client', '--values', file];
  const { status, stdout, stderr } = run('helm', args);
  if (status !== 0) throw new Error(`${path.relative(root, file)}: ${stderr}`);
  return `${stdout.slice(stdout.indexOf('\nNOTES:\n') + 1).trimEnd()}\n`;
}

const stampFile = path.join(golden, 'rendered-from.sha256');

/** A hash of all files that a render reads. */
function hashSources() {
  const files = readdirSync(chart, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(chart, path.join(entry.parentPath, entry.name)));
  const hash = createHash('sha256');
  for (const file of files.filter((each) => !each.startsWith('golden/') || each.endsWith('.values.yaml')).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(chart, file)))
      .update('\0');
  return hash.digest('hex');
}

function checkHash() {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : '';
  report(
    'golden renders match the chart',
    stamp === hashSources(),
    'The chart has changed since the last render; run: npm run chart -- update',
  );
}

function firstDifference(expected, rendered) {
  const [before, after] = [expected.split('\n'), rendered.split('\n')];
  const at = after.findIndex((line, index) => line !== before[index]);
  const line = at === -1 ? after.length : at;
  return `line ${line + 1}\n- ${before[line] ?? ''}\n+ ${after[line] ?? ''}\nIf the change is intended: npm run chart -- update`;
}

function lint(what, file) {
  const { status, stdout, stderr } = run('helm', ['lint', chart, '--strict', '--quiet', ...withValues(file)]);
  report(`helm lint, ${what}`, status === 0, stdout + stderr);
}

function compareWithGolden(what, file, rendered) {
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : '';
  report(what, expected === rendered, firstDifference(expected, rendered));
}

function checkWithHelm(canConform) {
  const hasNotes = canRenderNotes();
  for (const name of names) {
    lint(name, valuesFile(name));
    compareWithGolden(`golden render, ${name}`, goldenFile(name), render(valuesFile(name)));
    if (hasNotes) compareWithGolden(`golden notes, ${name}`, notesFile(name), renderNotes(valuesFile(name)));
  }
  for (const name of overlays) {
    const file = path.join(root, 'k8s/overlays', name, 'values.yaml');
    lint(`overlay ${name}`, file);
    if (canConform) conform(`release of overlay ${name}`, render(file));
  }
}

function checkWithKubectl(canConform) {
  for (const name of overlays) {
    const { status, stdout, stderr } = run('kubectl', ['kustomize', path.join(root, 'k8s/overlays', name)]);
    report(`kustomize, overlay ${name}`, status === 0, stderr);
    if (canConform && status === 0) conform(`overlay ${name}`, stdout);
  }
}

function conform(what, input) {
  const args = [
    '-strict',
    '-summary',
    '-kubernetes-version',
    kubernetes,
    '-schema-location',
    schemas,
    '-skip',
    'HTTPRoute,PodMonitor,PrometheusRule',
    '-',
  ];
  const { status, stdout, stderr } = run('kubeconform', args, input);
  report(`kubeconform, ${what}`, status === 0 && !stdout.includes('Summary: 0 '), stdout + stderr);
}

function check() {
  checkHash();
  const canConform = isInstalled('kubeconform', 'Kubernetes schemas of the manifests');
  if (isInstalled('helm', 'lint and golden renders')) checkWithHelm(canConform);
  if (canConform) for (const name of names) conform(name, readFileSync(goldenFile(name), 'utf8'));
  if (isInstalled('kubectl', 'the overlays of k8s')) checkWithKubectl(canConform);
}

const commands = {
  check,
  'check-hash': checkHash,
  update() {
    const hasNotes = canRenderNotes();
    for (const name of names) {
      writeFileSync(goldenFile(name), render(valuesFile(name)));
      if (hasNotes) writeFileSync(notesFile(name), renderNotes(valuesFile(name)));
    }
    writeFileSync(stampFile, `${hashSources()}\n`);
    console.log(`written: ${names.map((name) => `charts/inkbear/golden/${name}.yaml`).join(', ')}`);
  },
  secrets() {
    failed =
      spawnSync(
        pinnedNode,
        ['--no-warnings', path.join(root, 'packages/local/src/cluster/print-secrets.ts'), ...process.argv.slice(3)],
        { cwd: root, stdio: 'inherit' },
      ).status ?? 1;
  },
};
const command = commands[process.argv[2] ?? 'check'];
if (!command) {
  console.error('usage: npm run chart -- check|update|check-hash|secrets');
  process.exit(2);
}
try {
  command();
} catch (error) {
  console.error(error.message);
  failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
