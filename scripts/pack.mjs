// Creates the application layer of a container image:
// `node scripts/pack.mjs [--built] services/<name>|gateway|packages/operations|frontends/<name> <target>`.
// Bundles (or builds) the workspace and copies the result, with the packages that it loads at run time, into an empty
// folder that needs only Node 24 (`image-root.mjs`). The source maps go to `<target>-maps`; `resolve-stack.mjs` reads
// them. `--built` copies `frontends/<name>/dist` as it is instead of building it again.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleFolder } from './bundle.mjs';
import { normalizeFiles } from './image-root.mjs';
import { root } from './install.mjs';

const usage =
  'usage: node scripts/pack.mjs [--built] services/<name>|gateway|packages/operations|frontends/<name> <target>';

/**
 * Large files of packages that no process loads. The build fails if one is missing, so that the list is updated with
 * the package.
 */
const unusedFiles = {
  // We import `harper.js` and `harper.js/binary`, which reads harper_wasm_bg.wasm. The other exports hold the same
  // checker as text or with a smaller dictionary.
  'harper.js': [
    'dist/binaryInlined.js',
    'dist/slimBinaryInlined.js',
    'dist/slimBinary.js',
    'dist/harper_wasm_slim_bg.wasm',
  ],
};

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
  const unused = (unusedFiles[name] ?? []).map((file) => path.join(folder, file));
  const gone = unused.filter((file) => !existsSync(file));
  if (gone.length > 0) throw new Error(`unusedFiles of scripts/pack.mjs lists what does not exist: ${gone.join(', ')}`);
  await cp(folder, path.join(target, path.relative(root, folder)), {
    recursive: true,
    filter: (file) =>
      !/\/(test|tests|benchmark|docs|examples)$|\.(md|map|d\.[cm]?ts)$/.test(file) && !unused.includes(file),
  });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
    await copyPackage(each, folder, target, !(each in optionalDependencies), copied);
}

async function packProcess(folder, target) {
  const externals = await bundleFolder(folder, { dist: path.join(target, 'dist') });
  const copied = new Set();
  for (const { name, needed } of externals) await copyPackage(name, folder, target, needed, copied);
}

/** A frontend image has the built files and the static file server from the gateway's workspace. */
async function packFrontend(folder, target, isBuilt) {
  if (!isBuilt) build(folder);
  else if (!existsSync(path.join(folder, 'dist'))) throw new Error(`${path.relative(root, folder)} is not built`);
  await bundleFolder(path.join(root, 'gateway'), {
    dist: path.join(target, 'dist'),
    main: 'frontend-server/main.ts',
  });
  await cp(path.join(folder, 'dist'), path.join(target, 'frontend'), { recursive: true });
}

function build(folder) {
  const { status } = spawnSync(
    process.execPath,
    ['--no-warnings', path.join(root, 'packages/web-build/src/build.ts'), path.basename(folder)],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) throw new Error(`${path.relative(root, folder)} failed to build`);
}

/** Moves the source maps of the bundles to a folder of their own; their sources become paths in the repository. */
async function moveMaps(dist, maps) {
  for await (const file of glob('**/*.map', { cwd: dist })) {
    const from = path.join(dist, file);
    const map = JSON.parse(await readFile(from, 'utf8'));
    const sources = map.sources.map((source) => path.relative(root, path.resolve(path.dirname(from), source)));
    await mkdir(path.dirname(path.join(maps, file)), { recursive: true });
    await writeFile(path.join(maps, file), JSON.stringify({ ...map, sources }));
    await rm(from);
  }
}

async function pack(workspace, target, isBuilt) {
  const folder = path.resolve(root, workspace);
  if (!existsSync(path.join(folder, 'package.json'))) throw new Error(usage);
  const maps = `${target}-maps`;
  for (const each of [target, maps]) {
    if (existsSync(each) && readdirSync(each).length > 0) throw new Error(`${each} is not empty`);
    await mkdir(each, { recursive: true });
  }
  await (path.dirname(path.relative(root, folder)) === 'frontends'
    ? packFrontend(folder, target, isBuilt)
    : packProcess(folder, target));
  await moveMaps(path.join(target, 'dist'), maps);
  await writeFile(
    path.join(target, 'package.json'),
    `${JSON.stringify({ name: `inkbear-${path.basename(folder)}`, private: true, type: 'module' })}\n`,
  );
  await normalizeFiles(target);
}

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { built: { type: 'boolean' } } });
  const [workspace, target] = positionals;
  if (positionals.length !== 2) throw new Error(usage);
  await pack(workspace, path.resolve(target), values.built);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
