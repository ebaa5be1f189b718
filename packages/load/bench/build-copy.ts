import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';

const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'frontends',
  'packages',
];
const excluded = new Set(['node_modules', 'dist', '.cache']);

/**
 * Copies the sources of the frontends and links their dependencies, so that builds there change nothing in the
 * repository.
 */
export async function copyForBuild(root: string, target: string): Promise<void> {
  for (const name of sources)
    await cp(path.join(root, name), path.join(target, name), {
      recursive: true,
      filter: (file) => !excluded.has(path.basename(file)),
    });
  const installed = path.join(root, 'node_modules');
  const linked = path.join(target, 'node_modules');
  await mkdir(path.join(linked, '@inkbear'), { recursive: true });
  for (const name of await readdir(installed))
    if (!name.startsWith('.') && name !== '@inkbear')
      await symlink(path.join(installed, name), path.join(linked, name));
  for (const name of await readdir(path.join(target, 'packages')))
    await symlink(path.join(target, 'packages', name), path.join(linked, '@inkbear', name));
}

/** Deletes all build output and caches of a copy. */
export async function deleteBuildOutput(copy: string): Promise<void> {
  const frontends = await readdir(path.join(copy, 'frontends'));
  const built = [
    ...frontends.map((name) => path.join('frontends', name, 'dist')),
    'packages/web-build/dist',
    'node_modules/.cache',
  ];
  for (const folder of built) await rm(path.join(copy, folder), { recursive: true, force: true });
}
