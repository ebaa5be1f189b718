import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { listFrontends } from '@inkbear/web-build/frontends';

/** Runs a script of a copy with this very Node; throws unless it ends well. */
export async function runNode(folder: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
}

/** All frontends the way webpack comes, one after the other, each into a folder of its name. */
export async function buildDefault(sources: string, target: string): Promise<void> {
  for (const { name } of listFrontends())
    await runNode(sources, 'packages/load/bench/build-default.ts', name, path.join(target, name));
}
