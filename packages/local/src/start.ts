import { randomUUID } from 'node:crypto';
import { buildOnce } from './build-once.ts';
import { DataFolder } from './data-folder.ts';
import { readDemo, writeDemo, type Demo } from './demo.ts';
import { nextFreePort } from './free-port.ts';
import { startServers } from './infrastructure.ts';
import { lockDataFolder, lockName } from './lock.ts';
import { type ObserveTool, startPrometheus, startTraceViewer } from './observe/observe.ts';
import type { ManagedProcess } from './managed-process.ts';
import { dataFolder, type Env } from './paths.ts';
import type { ProcessPlan } from './process-plan.ts';
import { planProcesses, type PlanContext } from './product-processes.ts';
import { discardReport, toTerminal, type Report } from './report.ts';
import { readSecrets } from './secrets.ts';
import { seedDemo } from './seed.ts';
import { StartError } from './start-error.ts';
import { Supervisor } from './supervisor.ts';

const defaultPort = 8080;

export interface StartOptions {
  readonly dataDir?: string;
  readonly port?: number;
  /** Empties the data folder first. */
  readonly reset?: boolean;
  readonly dev?: boolean;
  /** Also starts Prometheus and a trace viewer, if they are available. */
  readonly observe?: boolean;
  readonly quiet?: boolean;
  /**
   * Names of the processes to start; default all. mongod and nats always run. With a subset no demo is seeded by
   * default.
   */
  readonly only?: readonly string[];
  /** Additional environment variables by process name. */
  readonly env?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The terminal's environment: DATA_DIR, PORT, PUBLIC_URL, MONGODB_URI, NATS_URL and the like. */
  readonly machineEnv?: Env;
  readonly report?: Report;
  /** False: use the last build. */
  readonly build?: boolean;
  /** False: do not create the demo accounts. */
  readonly seed?: boolean;
  /** False: the chapters of the demo accounts have no text. */
  readonly seedTexts?: boolean;
  /** Replaces Inkbear's processes, for tests of this package. */
  readonly plan?: (context: PlanContext) => ProcessPlan[] | Promise<ProcessPlan[]>;
  /** Aborts the start while it is in progress. */
  readonly signal?: AbortSignal;
}

export interface RunningInkbear {
  readonly url: string;
  readonly dataDir: string;
  readonly demo: Demo;
  readonly processes: Readonly<Record<string, ManagedProcess>>;
  /** The address from which Prometheus reads the metrics of each process, by name. */
  readonly metricsUrls: Readonly<Record<string, string>>;
  /** The tools that `observe` has started. */
  readonly tools: readonly ObserveTool[];
  stop(): Promise<void>;
  /** Kills all processes without a graceful shutdown: for a second Ctrl-C. */
  killNow(): void;
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === '/') end -= 1;
  return url.slice(0, end);
}

function readPort(text: string | undefined): number {
  if (!text) return defaultPort;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT is ${text}, which is not a port number.`);
  return port;
}

async function choosePort(preferred: number, report: Report): Promise<number> {
  const port = await nextFreePort(preferred);
  if (port !== preferred) report(`Port ${preferred} is taken by another program; Inkbear uses ${port} instead.`);
  return port;
}

interface StartSettings {
  readonly dev: boolean;
  readonly build: boolean;
  readonly env: Env;
  readonly report: Report;
  readonly preferredPort: number;
  readonly plan: NonNullable<StartOptions['plan']>;
}

/** Applies the defaults of `StartOptions`. Throws a StartError for an invalid PORT. */
function resolveSettings(options: StartOptions): StartSettings {
  const { dev = false, quiet = false, build = !dev, machineEnv: env = process.env, plan = planProcesses } = options;
  const report = options.report ?? (quiet ? discardReport : toTerminal);
  return { dev, build, env, report, preferredPort: options.port ?? readPort(env['PORT']), plan };
}

/**
 * Starts mongod, NATS, all services and the gateway, and seeds the demo accounts. Used by `npm start` and the browser
 * tests.
 */
export async function startInkbear(options: StartOptions = {}): Promise<RunningInkbear> {
  const settings = resolveSettings(options);
  const { signal } = options;
  const data = DataFolder.open(options.dataDir ?? dataFolder(settings.env));
  const runId = randomUUID();
  const unlock = await lockDataFolder(data, runId);
  let supervisor: Supervisor | undefined;
  const stop = async (): Promise<void> => {
    await supervisor?.stop().finally(unlock);
  };
  const abort = (): void => void stop();

  try {
    if (options.reset) data.empty([lockName]);
    if (settings.build) await buildOnce(settings.report);
    signal?.throwIfAborted();
    supervisor = new Supervisor(runId, settings.report);
    signal?.addEventListener('abort', abort, { once: true });
    const started = await startProcesses(options, settings, { data, supervisor });
    signal?.throwIfAborted();
    const demo = await ensureDemo(options, settings, { data, ...started });
    signal?.throwIfAborted();
    signal?.removeEventListener('abort', abort);
    return describeRun(supervisor, {
      url: started.publicUrl,
      dataDir: data.path,
      demo,
      tools: started.tools,
      stop,
    });
  } catch (error) {
    await stop();
    unlock();
    throw error;
  }
}

interface StartedProcesses {
  readonly gatewayPort: number;
  readonly publicUrl: string;
  readonly adminPassword: string;
  readonly tools: readonly ObserveTool[];
}

/** Starts mongod and NATS, then the planned processes, and waits until all are ready. */
async function startProcesses(
  { only, observe, env: extraEnv, signal }: StartOptions,
  { dev, env, report, preferredPort, plan }: StartSettings,
  { data, supervisor }: { readonly data: DataFolder; readonly supervisor: Supervisor },
): Promise<StartedProcesses> {
  report('Starting MongoDB and NATS…');
  const addresses = await startServers({ data, supervisor, env, report });
  signal?.throwIfAborted();

  const context = { data, supervisor, env, report };
  const traces = observe ? await startTraceViewer(context) : null;
  const gatewayPort = await choosePort(preferredPort, report);
  const publicUrl = withoutTrailingSlashes(env['PUBLIC_URL'] || `http://localhost:${gatewayPort}`);
  const secrets = await readSecrets(data, env['ADMIN_PASSWORD']);
  const allPlans = await plan({ data, addresses, secrets, env, gatewayPort, publicUrl, dev });
  const plans = allPlans
    .filter(({ name }) => !only || only.includes(name))
    .map((each) => ({ ...each, env: { ...each.env, ...traces?.processEnv, ...extraEnv?.[each.name] } }));
  report(`Starting ${plans.length} processes…`);
  await supervisor.startAll(plans);
  const prometheus = observe ? await startPrometheus(context, metricsUrlsOf(plans)) : null;
  const tools = [traces, prometheus].filter((tool) => tool !== null);
  return { gatewayPort, publicUrl, adminPassword: secrets.adminPassword, tools };
}

/** Writes `demo.json`, and seeds the demo accounts unless an earlier start did. */
async function ensureDemo(
  { seed, seedTexts = true, only }: StartOptions,
  { report }: StartSettings,
  { data, gatewayPort, publicUrl, adminPassword }: StartedProcesses & { readonly data: DataFolder },
): Promise<Demo> {
  const facts = { url: publicUrl, adminPassword };
  const demo = writeDemo(data, facts, readDemo(data)?.seeded ?? false);
  if (demo.seeded || !(seed ?? !only)) return demo;
  await seedDemo({ address: `http://127.0.0.1:${gatewayPort}`, demo, seedTexts }, report);
  return writeDemo(data, facts, true);
}

const metricsUrlsOf = (plans: readonly ProcessPlan[]): Record<string, string> =>
  Object.fromEntries(plans.flatMap(({ name, metricsUrl }) => (metricsUrl ? [[name, metricsUrl]] : [])));

function describeRun(
  supervisor: Supervisor,
  run: Pick<RunningInkbear, 'url' | 'dataDir' | 'demo' | 'tools' | 'stop'>,
): RunningInkbear {
  const processes = Object.fromEntries(supervisor.processes.map((each) => [each.plan.name, each]));
  const metricsUrls = metricsUrlsOf(supervisor.processes.map(({ plan }) => plan));
  return { ...run, processes, metricsUrls, killNow: () => supervisor.killNow() };
}
