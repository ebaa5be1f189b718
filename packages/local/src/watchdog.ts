import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from './paths.ts';

const script = fileURLToPath(new URL('./watchdog-process.ts', import.meta.url));

export interface Watchdog {
  readonly pid: number | undefined;
  /** Ends the watchdog, which first ends the remaining processes of this run. */
  end(): Promise<void>;
}

/** Spawns the watchdog process, which outlives the supervisor; it is respawned if it dies. */
export function startWatchdog(runId: string, graceMs = 10_000): Watchdog {
  let hasEnded = false;
  let child: ChildProcess;
  const spawnProcess = (): void => {
    child = spawn(pinnedNode, [script, runId, String(graceMs)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.stdin?.on('error', () => undefined);
    child.once('exit', () => !hasEnded && setTimeout(() => !hasEnded && spawnProcess(), 200));
    child.unref();
  };
  spawnProcess();
  return {
    get pid() {
      return child.pid;
    },
    async end() {
      hasEnded = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.ref();
      child.stdin?.end();
      await exited;
    },
  };
}
