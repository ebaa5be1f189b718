// Installs node_modules when it does not match package-lock.json. Plain JavaScript for Node 20.19, because it runs before
// the pinned Node is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const pinnedNode = path.join(root, 'node_modules/node/bin/node');
const modules = path.join(root, 'node_modules');
const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(modules, '.inkbear-lock-sha256');
const minNodeVersion = [20, 19];

/** The reason why this machine cannot run Inkbear, or undefined. */
export function findMachineProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < minNodeVersion[0] || (major === minNodeVersion[0] && minor < minNodeVersion[1])) {
    return `Inkbear needs Node ${minNodeVersion.join('.')} or newer to start; this is ${process.versions.node}.`;
  }
  if (process.platform !== 'linux') return `Inkbear starts on Linux (WSL counts); this is ${process.platform}.`;
  return undefined;
}

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true;
  // npm writes this file last, so a newer one means that a manual install has succeeded.
  const written = path.join(modules, '.package-lock.json');
  return existsSync(written) && statSync(written).mtimeMs >= statSync(lockFile).mtimeMs;
}

/** How many of these packages are installed, for the progress report. */
function countPresent(wanted) {
  return wanted.filter((name) => existsSync(path.join(root, name, 'package.json'))).length;
}

function npmCi(report) {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const wanted = Object.keys(packages).filter(
    (name) => name.startsWith('node_modules/') && !packages[name].optional && !packages[name].link,
  );
  const started = Date.now();
  report(`Installing ${wanted.length} packages (once, and again when package-lock.json changes)…`);
  const timer = setInterval(() => {
    report(
      `  ${countPresent(wanted)} of ${wanted.length} packages installed after ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }, 5000);
  return new Promise((resolve, reject) => {
    // npm replaces the pinned Node, so it must run on another one.
    const PATH = (process.env.PATH ?? '')
      .split(':')
      .filter((folder) => !folder.endsWith('node_modules/.bin'))
      .join(':');
    const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      env: { ...process.env, PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaints = '';
    npm.stderr.on('data', (chunk) => {
      complaints = (complaints + chunk).slice(0, 3000);
    });
    npm.once('error', () => reject(new Error('npm is not installed; it comes with Node.')));
    npm.once('close', (code, signal) => {
      if (code === 0) resolve(report(`  installed in ${Math.round((Date.now() - started) / 1000)} s`));
      else reject(new Error(`npm ci failed (${signal ?? `code ${code}`}):\n${complaints.trim()}`));
    });
  }).finally(() => clearInterval(timer));
}

/** Installs when needed; throws an Error with a message for the user when that fails. */
export async function ensureInstalled(report = console.log) {
  const reason = findMachineProblem();
  if (reason) throw new Error(reason);
  if (!isInstalled()) await npmCi(report);
  if (!existsSync(pinnedNode)) {
    throw new Error(
      'npm did not run the install script that fetches Node 24 (is ignore-scripts set?); run: npm rebuild --ignore-scripts=false',
    );
  }
  writeFileSync(stampFile, lockHash());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
