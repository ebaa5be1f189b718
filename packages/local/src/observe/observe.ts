import type { DataFolder } from '../data-folder.ts';
import { findOnPath } from '../fetch-binary.ts';
import { nextFreePort } from '../free-port.ts';
import type { Env } from '../paths.ts';
import type { ProcessPlan } from '../process-plan.ts';
import type { Report } from '../report.ts';
import { messageOf } from '../start-error.ts';
import type { Supervisor } from '../supervisor.ts';
import { findZipkin } from './find-zipkin.ts';
import { planPrometheus, planZipkin } from './plans.ts';
import { TraceForwarder } from './trace-forwarder.ts';

const prometheusPort = 9090;
const zipkinPort = 9411;

interface ObserveContext {
  readonly data: DataFolder;
  readonly supervisor: Supervisor;
  readonly env: Env;
  readonly report: Report;
}

/** A tool of `npm start -- --observe`, for the table of addresses. */
export interface ObserveTool {
  readonly name: string;
  readonly url: string;
}

export interface TraceViewer extends ObserveTool {
  /** Takes traces as OTLP over HTTP. */
  readonly endpoint: string;
  /** The settings with which the processes send their traces to it. */
  readonly processEnv: Readonly<Record<string, string>>;
}

/** Starts Zipkin, before the processes that send to it. Returns null and reports why when it cannot be started. */
export async function startTraceViewer(context: ObserveContext): Promise<TraceViewer | null> {
  const { env, report } = context;
  try {
    const plan = planZipkin({ ...context, port: await nextFreePort(zipkinPort) }, await findZipkin(env, report));
    await startTool(context, plan);
    const { url } = await TraceForwarder.listen(plan.url, report);
    const processEnv = {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      TRACE_SAMPLING_RATIO: env['TRACE_SAMPLING_RATIO'] ?? '1',
    };
    return { name: 'Traces', url: `${plan.url}/zipkin/`, endpoint: url, processEnv };
  } catch (error) {
    report(`There is no trace viewer: ${messageOf(error)}.`);
    return null;
  }
}

/** Starts Prometheus for the metrics of the processes. Returns null and reports why when it cannot be started. */
export async function startPrometheus(
  context: ObserveContext,
  metricsUrls: Readonly<Record<string, string>>,
): Promise<ObserveTool | null> {
  const { env, report } = context;
  try {
    const command = await findOnPath('prometheus', env['PATH']);
    if (!command) throw new Error('prometheus is not on PATH (Debian: apt install prometheus)');
    const plan = planPrometheus({ ...context, port: await nextFreePort(prometheusPort) }, command, metricsUrls);
    await startTool(context, plan);
    return { name: 'Metrics', url: `${plan.url}/` };
  } catch (error) {
    report(`There is no Prometheus: ${messageOf(error)}.`);
    return null;
  }
}

async function startTool({ supervisor, report }: ObserveContext, plan: ProcessPlan): Promise<void> {
  report(`Starting ${plan.name}…`);
  const managed = supervisor.add(plan);
  managed.start();
  await managed.waitUntilReady();
}
