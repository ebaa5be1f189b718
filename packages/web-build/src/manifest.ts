import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Frontend } from './frontends.ts';

/** A remote's manifest, as far as the build reads it (`RemoteManifest` in web-kit is the full type). */
export interface Manifest {
  readonly pages: readonly { readonly path: string; readonly reads?: readonly string[] }[];
}

/** The default export of a remote's `src/manifest.ts`, read from disk; null for the shell. */
export async function readManifest({ name, role, folder }: Frontend): Promise<Manifest | null> {
  if (role === 'shell') return null;
  const file = path.join(folder, 'src/manifest.ts');
  if (!existsSync(file)) throw new Error(`The remote ${name} has no src/manifest.ts.`);
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, format: 'esm', write: false });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { default: manifest } = (await import(`data:text/javascript;base64,${code}`)) as { default: Manifest };
  return manifest;
}

/** The manifests of all remotes by name. */
export async function readManifests(frontends: readonly Frontend[]): Promise<Record<string, Manifest>> {
  const found = await Promise.all(
    frontends.map(async (frontend) => [frontend.name, await readManifest(frontend)] as const),
  );
  return Object.fromEntries(found.filter((pair): pair is [string, Manifest] => pair[1] !== null));
}
