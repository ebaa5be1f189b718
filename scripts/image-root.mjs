// Creates the root file system that all images share: `node scripts/image-root.mjs <target>`. It holds the pinned Node,
// the libraries that Node loads and the names of users, and nothing else: no shell, no package manager, no certificates
// (Node has its own), no time zones (they are in Node's ICU) and no nsswitch.conf (the C library's default reads
// /etc/hosts, then DNS).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from './install.mjs';

const nodeInImage = 'usr/local/bin/node';
/** The user of every process; the chart runs pods with the same numbers. */
const user = { name: 'inkbear', id: 10001 };

const files = {
  'etc/passwd': `root:x:0:0:root:/:/nonexistent\n${user.name}:x:${user.id}:${user.id}::/tmp:/nonexistent\n`,
  'etc/group': `root:x:0:\n${user.name}:x:${user.id}:\n`,
};

/** Libraries of the C library that Node does not load, but native add-ons do: libvips, with which admin reads pictures. */
const addonLibraries = ['libresolv.so.2'];

/** For the application layer and what container runtimes mount, because the root is read-only. */
const mountPoints = ['app', 'dev', 'proc', 'sys'];

/** Returns the standard output. `isExpected` gets the standard error and decides whether a failure may be ignored. */
function run(tool, args, from, isExpected = () => false) {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (error) throw new Error(`${tool} is not installed; it comes with ${from}.`);
  if (status !== 0 && !isExpected(stderr))
    throw new Error(`${tool} ${args.join(' ')} failed: ${(stderr || stdout).trim()}`);
  return stdout;
}

/** The absolute paths of the shared libraries that a program or an add-on loads, and of its loader; none of a static one. */
export function listLibraries(program) {
  const output = run('ldd', [program], 'the C library (Debian: libc-bin)', (text) => text.includes('not a dynamic'));
  const missing = output.split('\n').filter((line) => line.includes('not found'));
  if (missing.length > 0) throw new Error(`Libraries of ${program} are not installed: ${missing.join(', ').trim()}`);
  return [...output.matchAll(/^\s(?:\S+ => )?(\/\S+) \(0x/gm)].map(([, file]) => file);
}

/**
 * Gives all files the same modes and times in every build, so that equal content becomes an equal layer, which
 * registries store and nodes fetch once. Only their owner may write them.
 */
export async function normalizeFiles(folder) {
  for (const entry of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const file = path.join(folder, entry);
    const stats = await stat(file);
    await chmod(file, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644);
    await utimes(file, 0, 0);
  }
}

async function makeRoot(target) {
  await mkdir(path.join(target, path.dirname(nodeInImage)), { recursive: true });
  run('strip', ['--strip-all', '-o', path.join(target, nodeInImage), pinnedNode], 'binutils');
  const libraries = listLibraries(pinnedNode);
  const libc = libraries.find((file) => path.basename(file).startsWith('libc.'));
  for (const library of [...libraries, ...addonLibraries.map((name) => path.join(path.dirname(libc), name))])
    await cp(library, path.join(target, library), { recursive: true, dereference: true });
  for (const each of ['etc', 'tmp', ...mountPoints]) await mkdir(path.join(target, each));
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(target, file), text);
  await normalizeFiles(target);
  // The only place where a process may write; the chart mounts an empty volume there.
  await chmod(path.join(target, 'tmp'), 0o1777);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target = ''] = process.argv.slice(2);
  try {
    if (!target) throw new Error('usage: node scripts/image-root.mjs <target>');
    if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`);
    await makeRoot(path.resolve(target));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
