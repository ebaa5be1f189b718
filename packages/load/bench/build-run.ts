import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { listFrontends } from '@inkbear/web-build/frontends';

/** Runs a script in a folder with the same Node version; throws unless it exits with 0. */
export async function runNode(folder: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}.`);
}

/** Builds all frontends sequentially with webpack's defaults, each into a folder with its name. */
export async function buildDefault(sources: string, target: string): Promise<void> {
  for (const { name } of listFrontends())
    await runNode(sources, 'packages/load/bench/build-webpack-default.ts', name, path.join(target, name));
}
