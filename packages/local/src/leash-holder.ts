import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from './paths.ts';

const script = fileURLToPath(new URL('./leash.ts', import.meta.url));

export interface Leash {
  readonly pid: number | undefined;
  /** Releases the leash: it ends the remaining processes of this run, then itself. */
  release(): Promise<void>;
}

/** Spawns a watchdog process (the leash) that outlives the supervisor; it is respawned if it dies. */
export function holdLeash(runId: string, graceMs = 10_000): Leash {
  let released = false;
  let child: ChildProcess;
  const hold = (): void => {
    child = spawn(pinnedNode, [script, runId, String(graceMs)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.stdin?.on('error', () => undefined);
    child.once('exit', () => !released && setTimeout(() => !released && hold(), 200));
    child.unref();
  };
  hold();
  return {
    get pid() {
      return child.pid;
    },
    async release() {
      released = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.ref();
      child.stdin?.end();
      await ended;
    },
  };
}
