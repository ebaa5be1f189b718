// Bundles server processes: `node scripts/bundle.mjs <folder>…|--all`. Deletes <folder>/dist first.
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Packages that load their own files at run time (workers, native code, WebAssembly), so they cannot be bundled. */
const external = [
  'piscina',
  'sharp',
  'harper.js',
  'mongodb-client-encryption',
  'kerberos',
  'snappy',
  '@mongodb-js/zstd',
  'aws4',
  'gcp-metadata',
  'socks',
  'pino-pretty',
];

/** CommonJS modules inside an ESM bundle need these three. */
const banner = [
  "import { createRequire as inkbearCreateRequire } from 'node:module';",
  'const require = inkbearCreateRequire(import.meta.url);',
  'const inkbearFilename = import.meta.filename;',
  'const inkbearDirname = import.meta.dirname;',
].join('\n');

export async function listProcessFolders() {
  const services = await readdir(path.join(root, 'services'), { withFileTypes: true });
  return [
    ...services.filter((entry) => entry.isDirectory()).map((entry) => path.join(root, 'services', entry.name)),
    path.join(root, 'gateway'),
  ];
}

/**
 * Bundles into `dist` the worker threads and child processes of a workspace, its process `src/<main>` as `main.js`, and
 * what its package.json lists: files below `src` in `inkbear.entries`, and workers of other packages in
 * `inkbear.workers`. Returns the packages that the bundles still load from node_modules.
 */
export async function bundleFolder(folder, { dist = path.join(folder, 'dist'), main = 'main.ts' } = {}) {
  const src = path.join(folder, 'src');
  if (!existsSync(path.join(src, main))) throw new Error(`${path.relative(root, folder)}/src/${main} is missing`);
  const { inkbear = {} } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const entryPoints = [{ in: path.join(src, main), out: 'main' }];
  for await (const entry of glob('**/*.{worker,process}.ts', { cwd: src }))
    entryPoints.push({ in: path.join(src, entry), out: entry.replace(/\.ts$/, '') });
  for (const other of inkbear.entries ?? [])
    entryPoints.push({ in: path.join(src, other), out: other.replace(/\.ts$/, '') });
  for (const worker of inkbear.workers ?? []) entryPoints.push({ in: worker, out: path.basename(worker) });
  await rm(dist, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints,
    outdir: dist,
    bundle: true,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: 'linked',
    minify: false,
    logLevel: 'error',
    banner: { js: banner },
    define: { __dirname: 'inkbearDirname', __filename: 'inkbearFilename' },
    external: [...external, ...(inkbear.external ?? [])],
  });
  for (const pattern of inkbear.assets ?? []) {
    for await (const file of glob(pattern, { cwd: folder })) {
      await mkdir(path.join(dist, 'assets'), { recursive: true });
      await cp(path.join(folder, file), path.join(dist, 'assets', path.basename(file)), { recursive: true });
    }
  }
  return listExternals(metafile);
}

/** Packages that the bundles still load from node_modules; `needed` is false for optional ones. */
function listExternals({ outputs }) {
  const imports = Object.values(outputs)
    .flatMap((output) => output.imports)
    .filter((each) => each.external && !isBuiltin(each.path));
  const toPackage = (specifier) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
  const needed = new Map();
  for (const { path: specifier, kind } of imports)
    needed.set(toPackage(specifier), (needed.get(toPackage(specifier)) ?? false) || kind === 'import-statement');
  return [...needed].map(([name, isNeeded]) => ({ name, needed: isNeeded }));
}

/** Bundles all folders concurrently; the error lists every failure, not only the first. */
export async function bundleFolders(folders) {
  const results = await Promise.allSettled(folders.map((folder) => bundleFolder(folder)));
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [`${path.relative(root, folders[index])}: ${result.reason.message}`] : [],
  );
  if (failures.length > 0) throw new Error(`Not bundled:\n${failures.join('\n')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  if (wanted.length === 0) {
    console.error('usage: node scripts/bundle.mjs <folder>…|--all');
    process.exit(2);
  }
  const folders = wanted.includes('--all') ? await listProcessFolders() : wanted.map((folder) => path.resolve(folder));
  const started = Date.now();
  await bundleFolders(folders).then(
    () => console.log(`bundled ${folders.length} in ${((Date.now() - started) / 1000).toFixed(1)} s`),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
