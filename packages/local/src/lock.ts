import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { endRun, startTime } from './processes-of-run.ts';
import { StartError } from './start-error.ts';
import type { DataFolder } from './data-folder.ts';

export const lockName = 'inkbear.lock';

interface Lock {
  readonly pid: number;
  /** Start time, which distinguishes the process from a later one with the same pid. */
  readonly startedAt: string;
  readonly runId: string;
}

function readLock(file: string): Lock | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Lock;
  } catch {
    return undefined;
  }
}

/**
 * Locks a data folder for this process; returns the unlock function.
 * Ends the processes that a crashed start has left behind.
 */
export async function lockDataFolder(data: DataFolder, runId: string): Promise<() => void> {
  const file = data.file(lockName);
  const newLock: Lock = { pid: process.pid, startedAt: startTime(process.pid) ?? '', runId };
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(file, JSON.stringify(newLock), { flag: 'wx', mode: 0o600 });
      return () => readLock(file)?.runId === runId && rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readLock(file);
    if (holder && startTime(holder.pid) === holder.startedAt) {
      throw new StartError(
        `Another Inkbear (process ${holder.pid}) already runs on ${data.path}; stop it first, or set DATA_DIR to another folder.`,
      );
    }
    if (holder) await endRun(holder.runId, 10_000);
    rmSync(file, { force: true });
  }
  throw new StartError(`${file} cannot be locked. Is another start in progress?`);
}
