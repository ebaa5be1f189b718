import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { endRun, startTime } from './run-processes.ts';
import { StartError } from './start-error.ts';
import type { DataFolder } from './data-folder.ts';

export const lockName = 'inkbear.lock';

interface Lock {
  readonly pid: number;
  /** Tells our process from a later one that was given the same number. */
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
 * Makes this process the only Inkbear on a data folder; the result gives it free again.
 * What a start that died left behind is ended first.
 */
export async function lockDataFolder(data: DataFolder, runId: string): Promise<() => void> {
  const file = data.file(lockName);
  const mine: Lock = { pid: process.pid, startedAt: startTime(process.pid) ?? '', runId };
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
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
  throw new StartError(`${file} cannot be taken; is another start going on?`);
}
