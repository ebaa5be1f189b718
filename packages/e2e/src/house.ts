import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type RunningInkbear, startInkbear, type StartOptions } from '@inkbear/local/start';

export interface House extends RunningInkbear {
  /** Stops every process and removes the data. */
  readonly leave: () => Promise<void>;
}

/** Everything that `npm start` starts, on a data folder and a port of its own. */
export async function openHouse(options: StartOptions = {}): Promise<House> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-e2e-'));
  const inkbear = await startInkbear({ dataDir, port: 18_000 + Math.floor(Math.random() * 10_000), quiet: true, build: false, ...options });
  return Object.assign(inkbear, {
    leave: async () => {
      await inkbear.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}
