import { randomUUID } from 'node:crypto';
import { buildOnce } from './build-once.ts';
import { DataFolder } from './data-folder.ts';
import { readDemo, writeDemo, type Demo } from './demo.ts';
import { nextFreePort } from './free-port.ts';
import { bringUpInfrastructure } from './infrastructure.ts';
import { lockDataFolder, lockName } from './lock.ts';
import type { ManagedProcess } from './managed-process.ts';
import { dataFolder, type Env } from './paths.ts';
import { planProcesses, type PlanContext } from './plan-processes.ts';
import type { ProcessPlan } from './process-plan.ts';
import { toNowhere, toTerminal, type Report } from './report.ts';
import { readSecrets } from './secrets.ts';
import { seedDemo } from './seed.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervisor.ts';

const usualPort = 8080;

export interface StartOptions {
  readonly dataDir?: string;
  readonly port?: number;
  /** Empties the data folder first. */
  readonly reset?: boolean;
  readonly dev?: boolean;
  readonly quiet?: boolean;
  /** Names of the processes to run; mongod and nats always run. Without the whole set no demo is seeded. */
  readonly only?: readonly string[];
  /** Additions to the environment by process name. */
  readonly env?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The terminal's environment: DATA_DIR, PORT, PUBLIC_URL, MONGODB_URI, NATS_URL and the like. */
  readonly machineEnv?: Env;
  readonly report?: Report;
  /** False: run what was built last. */
  readonly build?: boolean;
  /** False: leave the demo accounts out. */
  readonly seed?: boolean;
  /** Other processes than Inkbear's own, for tests of this package. */
  readonly plan?: (context: PlanContext) => ProcessPlan[] | Promise<ProcessPlan[]>;
  /** Stops a start that still goes on. */
  readonly signal?: AbortSignal;
}

export interface RunningInkbear {
  readonly url: string;
  readonly dataDir: string;
  readonly demo: Demo;
  readonly processes: Readonly<Record<string, ManagedProcess>>;
  stop(): Promise<void>;
  /** Without asking: for a second Ctrl-C. */
  killNow(): void;
}

function withoutFinalSlashes(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === '/') end -= 1;
  return url.slice(0, end);
}

function readPort(text: string | undefined): number {
  if (!text) return usualPort;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT is ${text}, which is no port number.`);
  return port;
}

async function choosePort(wished: number, report: Report): Promise<number> {
  const port = await nextFreePort(wished);
  if (port !== wished) report(`Port ${wished} is taken by another program; Inkbear uses ${port} instead.`);
  return port;
}

/** Starts mongod, NATS, every service and the gateway, and seeds the demo: what `npm start` runs and what the browser tests run. */
export async function startInkbear(options: StartOptions = {}): Promise<RunningInkbear> {
  const {
    dev = false,
    quiet = false,
    build = !dev,
    machineEnv: env = process.env,
    plan = planProcesses,
    signal,
  } = options;
  const report = options.report ?? (quiet ? toNowhere : toTerminal);
  const wishedPort = options.port ?? readPort(env['PORT']);
  const data = DataFolder.open(options.dataDir ?? dataFolder(env));
  const runId = randomUUID();
  const unlock = await lockDataFolder(data, runId);
  let supervisor: Supervisor | undefined;
  const stop = async (): Promise<void> => {
    await supervisor?.stop().finally(unlock);
  };
  const abort = (): void => void stop();
  const goOn = (): void => signal?.throwIfAborted();

  try {
    if (options.reset) data.empty([lockName]);
    if (build) await buildOnce(report);
    goOn();
    supervisor = new Supervisor(runId, report);
    signal?.addEventListener('abort', abort, { once: true });
    report('Starting MongoDB and NATS…');
    const addresses = await bringUpInfrastructure({ data, supervisor, env, report });
    goOn();

    const gatewayPort = await choosePort(wishedPort, report);
    const publicUrl = withoutFinalSlashes(env['PUBLIC_URL'] || `http://localhost:${gatewayPort}`);
    const secrets = await readSecrets(data, env['ADMIN_PASSWORD']);
    const all = await plan({ data, addresses, secrets, env, gatewayPort, publicUrl, dev });
    const plans = all
      .filter(({ name }) => !options.only || options.only.includes(name))
      .map((each) => ({ ...each, env: { ...each.env, ...options.env?.[each.name] } }));
    report(`Starting ${plans.length} processes…`);
    await supervisor.startAll(plans);
    goOn();

    const facts = { url: publicUrl, adminPassword: secrets.adminPassword };
    let demo = writeDemo(data, facts, readDemo(data)?.seeded ?? false);
    if (!demo.seeded && (options.seed ?? !options.only)) {
      await seedDemo(`http://127.0.0.1:${gatewayPort}`, demo, report);
      demo = writeDemo(data, facts, true);
    }
    goOn();
    signal?.removeEventListener('abort', abort);
    const started = supervisor;
    const processes = Object.fromEntries(started.processes.map((each) => [each.plan.name, each]));
    return { url: publicUrl, dataDir: data.path, demo, processes, stop, killNow: () => started.killNow() };
  } catch (error) {
    await stop();
    unlock();
    throw error;
  }
}
