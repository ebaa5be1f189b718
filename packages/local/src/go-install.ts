import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from './fetch-binary.ts';
import { inheritedEnv, type Env } from './paths.ts';
import { lastLine, runCommand } from './spawn-command.ts';
import { StartError } from './start-error.ts';

/** Compiling k6 takes three minutes on two idle processors. */
const timeoutMs = 1_200_000;

/** Compiles a program with `go install <module>@<version>` to the file `target`, whose name is the program's. */
export async function goInstall(pinnedModule: string, target: string, env: Env): Promise<void> {
  const go = (await findOnPath('go', env['PATH'])) ?? (await findOnPath('go', '/usr/local/go/bin'));
  if (!go) throw new StartError('go is not installed');
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), 'go-'));
  try {
    const result = await runCommand(go, ['install', pinnedModule], {
      timeoutMs,
      env: {
        ...inheritedEnv(env),
        ...(env['GOPROXY'] && { GOPROXY: env['GOPROXY'] }),
        GOBIN: folder,
        GOFLAGS: '-modcacherw',
        CGO_ENABLED: '0',
      },
    });
    if (result.code === null) throw new StartError('go install was ended by a signal, or took longer than 20 minutes');
    if (result.code !== 0) throw new StartError(`go install failed (${lastLine(result.output)})`);
    await rename(path.join(folder, path.basename(target)), target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
