import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type RunningInkbear, startInkbear, type StartOptions } from '@inkbear/local/start';

export interface AppStack extends RunningInkbear {
  /** Kills every process and deletes the data folder, except its logs when `keepLogs` is set. */
  readonly remove: (options?: { keepLogs: boolean }) => Promise<void>;
}

/** Starts everything that `npm start` starts, with its own data folder and port. */
export async function startAppStack(options: StartOptions = {}): Promise<AppStack> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-e2e-'));
  const inkbear = await startInkbear({
    dataDir,
    port: 18_000 + Math.floor(Math.random() * 10_000),
    quiet: true,
    build: false,
    ...options,
  });
  return Object.assign(inkbear, {
    remove: async ({ keepLogs } = { keepLogs: false }) => {
      const stopped = inkbear.stop();
      // The data is deleted, so a graceful shutdown would only take time.
      inkbear.killNow();
      await stopped;
      const kept = keepLogs ? ['logs'] : [];
      for (const name of await readdir(dataDir))
        if (!kept.includes(name)) await rm(path.join(dataDir, name), { recursive: true, force: true });
      if (!keepLogs) await rm(dataDir, { recursive: true, force: true });
    },
  });
}
