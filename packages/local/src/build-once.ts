import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { frontendNames, serviceNames } from '@inkbear/contracts/services';
import { pinnedNode, repositoryRoot } from './paths.ts';
import type { Report } from './report.ts';
import { StartError } from './start-error.ts';

const stampFile = path.join(repositoryRoot, 'node_modules/.cache/inkbear/build.json');
const sources = [
  'package-lock.json',
  'tsconfig*.json',
  'scripts/{bundle,build}.mjs',
  '{gateway,services/*,frontends/*,packages/*}/package.json',
  '{gateway,services/*}/{src,assets}/**/*',
  'frontends/*/**/*',
];
/** The workspaces that are built. */
const built = '{gateway,services/*,frontends/*,packages/web-build}/package.json';
const excluded = /(^|\/)(node_modules|dist|specs)(\/|$)|\.(test|spec)\.tsx?$|\.md$/;
const outputs = [
  ...serviceNames.map((name) => `services/${name}/dist/main.js`),
  'gateway/dist/main.js',
  ...frontendNames.map((name) => `frontends/${name}/dist`),
];

/** The folders of the packages that a build bundles or runs, as the workspaces' dependencies name them, e.g. `prose`. */
export async function bundledPackages(root: string): Promise<string[]> {
  const packages = new Set(['web-build']);
  const addDependencies = async (packageFile: string): Promise<void> => {
    const { dependencies = {} } = JSON.parse(await readFile(path.join(root, packageFile), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const names = Object.keys(dependencies).flatMap((name) => /^@inkbear\/(.+)$/.exec(name)?.[1] ?? []);
    for (const name of names.filter((each) => !packages.has(each))) {
      packages.add(name);
      await addDependencies(`packages/${name}/package.json`);
    }
  };
  for await (const packageFile of glob(built, { cwd: root })) await addDependencies(packageFile);
  return [...packages].sort();
}

/** Hashes the content of all files that a build reads. */
async function hashSources(root: string): Promise<string> {
  const files: string[] = [];
  const packages = (await bundledPackages(root)).map((name) => `packages/${name}/**/*`);
  const found = glob([...sources, ...packages], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => excluded.test(entry.name),
  });
  for await (const entry of found) if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...new Set(files)].sort()) {
    if (!excluded.test(path.relative(root, file)))
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
  }
  return hash.digest('hex');
}

/** Builds bundles and frontends if their sources have changed since the last build. */
export async function buildOnce(report: Report): Promise<void> {
  const hash = await hashSources(repositoryRoot);
  const stamp = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : '';
  if (stamp === hash && outputs.every((output) => existsSync(path.join(repositoryRoot, output)))) return;
  report('Building services and pages…');
  const started = Date.now();
  const child = spawn(pinnedNode, ['--no-warnings', path.join(repositoryRoot, 'scripts/build.mjs')], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new StartError(`The build failed:\n${output.trim()}`);
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, hash);
  report(`  built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
