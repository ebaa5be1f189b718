import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type RunningInkbear, startInkbear, type StartOptions } from '@inkbear/local/start';
import { testDataRoot } from '@inkbear/local/test-data-root';

export interface AppStack extends RunningInkbear {
  /** Kills every process and deletes the data folder, except its logs when `keepLogs` is set. */
  readonly remove: (options?: { keepLogs: boolean }) => Promise<void>;
}

/**
 * Ports for the gateway and the other processes that no stack of another jest worker uses. Worker 0 is jest's main
 * process.
 */
function workerPorts(): { readonly port: number; readonly range: string } {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % 4;
  const first = 20_000 + worker * 3000;
  return { port: 18_000 + worker * 500 + Math.floor(Math.random() * 400), range: `${first}-${first + 2999}` };
}

/** Starts everything that `npm start` starts, with its own data folder and ports. The chapters of its demo have no text. */
export async function startAppStack(options: StartOptions = {}): Promise<AppStack> {
  const dataDir = await mkdtemp(path.join(testDataRoot(), 'inkbear-e2e-'));
  const { port, range } = workerPorts();
  const inkbear = await startInkbear({
    dataDir,
    port,
    quiet: true,
    build: false,
    seedTexts: false,
    ...options,
    machineEnv: { ...(options.machineEnv ?? process.env), PORT_RANGE: range },
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

/** Differs from an earlier result when a process has restarted since. */
export const processIds = ({ processes }: AppStack): Readonly<Record<string, number | undefined>> =>
  Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid]));
