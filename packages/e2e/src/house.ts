import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type RunningInkbear, startInkbear, type StartOptions } from '@inkbear/local/start';

export interface House extends RunningInkbear {
  /** Ends every process and removes the data; the logs stay when something is to be looked for in them. */
  readonly leave: (after?: { keepLogs: boolean }) => Promise<void>;
}

/** Everything that `npm start` starts, on a data folder and a port of its own. */
export async function openHouse(options: StartOptions = {}): Promise<House> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-e2e-'));
  const inkbear = await startInkbear({
    dataDir,
    port: 18_000 + Math.floor(Math.random() * 10_000),
    quiet: true,
    build: false,
    ...options,
  });
  return Object.assign(inkbear, {
    leave: async ({ keepLogs } = { keepLogs: false }) => {
      const stopped = inkbear.stop();
      // Nobody comes back to this data, so nothing has to be put in order first.
      inkbear.killNow();
      await stopped;
      const kept = keepLogs ? ['logs'] : [];
      for (const name of await readdir(dataDir))
        if (!kept.includes(name)) await rm(path.join(dataDir, name), { recursive: true, force: true });
      if (!keepLogs) await rm(dataDir, { recursive: true, force: true });
    },
  });
}
