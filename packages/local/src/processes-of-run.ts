import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Environment variables of all processes of one run. The kernel exposes them in /proc, so a cleanup finds all processes
 * of a run, including grandchildren, without a list that could be out of date.
 */
export const runIdName = 'INKBEAR_RUN';
export const stopRankName = 'INKBEAR_STOP_RANK';

/**
 * Shutdown order: the gateway, which accepts requests, first; mongod, which stores the data, last. The services send
 * their last traces to a tool.
 */
export const stopRanks = { gateway: 0, services: 1, tools: 2, nats: 2, mongod: 3 } as const;

export interface RunProcess {
  readonly pid: number;
  readonly rank: number;
}

/** Finds all running processes of a run, except this one. */
export function findRunProcesses(runId: string): RunProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        if (!environment.includes(`${runIdName}=${runId}`) || Number(name) === process.pid) return [];
        const rank = environment.find((line) => line.startsWith(`${stopRankName}=`))?.slice(stopRankName.length + 1);
        return isAlive(Number(name)) ? [{ pid: Number(name), rank: Number(rank ?? 0) }] : [];
      } catch {
        return []; // it has exited, or belongs to another user
      }
    });
}

/** Also false for a zombie process. */
export function isAlive(pid: number): boolean {
  return startTime(pid) !== undefined;
}

/** Start time in clock ticks since boot; together with the pid it identifies a process uniquely. */
export function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Sends a signal to a process that may have exited already. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // the process has already exited
  }
}

/** Ends the remaining processes of a run, rank by rank; kills those that exceed the grace period. */
export async function endRun(runId: string, graceMs: number): Promise<void> {
  for (let remaining = findRunProcesses(runId); remaining.length > 0; remaining = findRunProcesses(runId)) {
    const rank = Math.min(...remaining.map((each) => each.rank));
    const group = remaining.filter((each) => each.rank === rank);
    for (const { pid } of group) signalProcess(pid, 'SIGTERM');
    const deadline = Date.now() + graceMs;
    while (group.some(({ pid }) => isAlive(pid)) && Date.now() < deadline) await sleep(50);
    for (const { pid } of group) if (isAlive(pid)) signalProcess(pid, 'SIGKILL');
    await sleep(20);
  }
}
