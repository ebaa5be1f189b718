// Creates the content of a container image:
// `node scripts/pack.mjs services/<name>|gateway|packages/operations|frontends/<name> <target>`.
// Bundles (or builds) the workspace and copies the result, with the packages that it loads at run time, into an empty
// folder that needs only Node 24.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundleFolder } from './bundle.mjs';
import { root } from './install.mjs';

/** The folder of an installed package, resolved from the folder `from`, or undefined. */
function findPackage(name, from) {
  const folder = createRequire(path.join(from, 'package.json'))
    .resolve.paths(name)
    ?.map((modules) => path.join(modules, name))
    .find((each) => existsSync(path.join(each, 'package.json')));
  return folder?.startsWith(root) ? folder : undefined;
}

/** Copies a package with its dependencies to the same relative path in the target. */
async function copyPackage(name, from, target, needed, copied = new Set()) {
  const folder = findPackage(name, from);
  if (!folder && needed) throw new Error(`${name} is not installed`);
  if (!folder || copied.has(folder)) return;
  copied.add(folder);
  await cp(folder, path.join(target, path.relative(root, folder)), {
    recursive: true,
    filter: (file) => !/\/(test|tests|benchmark|docs|examples)$|\.(md|map|d\.ts)$/.test(file),
  });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
    await copyPackage(each, folder, target, !(each in optionalDependencies), copied);
}

async function packProcess(folder, target) {
  const externals = await bundleFolder(folder);
  await cp(path.join(folder, 'dist'), path.join(target, 'dist'), { recursive: true });
  const copied = new Set();
  for (const { name, needed } of externals) await copyPackage(name, folder, target, needed, copied);
}

/** A frontend image has the built files and the static file server from the gateway's workspace. */
async function packFrontend(folder, target) {
  const built = spawnSync(
    process.execPath,
    ['--no-warnings', path.join(root, 'packages/web-build/src/build.ts'), path.basename(folder)],
    { cwd: root, stdio: 'inherit' },
  );
  if (built.status !== 0) throw new Error(`${path.relative(root, folder)} failed to build`);
  await bundleFolder(path.join(root, 'gateway'));
  await cp(path.join(root, 'gateway/dist/frontend-server'), path.join(target, 'dist'), { recursive: true });
  await cp(path.join(folder, 'dist'), path.join(target, 'frontend'), { recursive: true });
}

const [workspace = '', destination = ''] = process.argv.slice(2);
const folder = path.resolve(root, workspace);
const target = path.resolve(destination);
try {
  if (!workspace || !destination || !existsSync(path.join(folder, 'package.json')))
    throw new Error(
      'usage: node scripts/pack.mjs services/<name>|gateway|packages/operations|frontends/<name> <target>',
    );
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${destination} is not empty`);
  await mkdir(target, { recursive: true });
  await (path.dirname(path.relative(root, folder)) === 'frontends'
    ? packFrontend(folder, target)
    : packProcess(folder, target));
  await writeFile(
    path.join(target, 'package.json'),
    `${JSON.stringify({ name: `inkbear-${path.basename(folder)}`, private: true, type: 'module' })}\n`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
