// `kubectl logs --follow deployment/collector | npm run --silent traces`: shows the traces of a cluster with the overlay
// `offline` in a Zipkin on this machine, until Ctrl-C.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DataFolder } from '../data-folder.ts';
import { toTerminal } from '../report.ts';
import { Supervisor } from '../supervisor.ts';
import { forwardLines } from './forward-lines.ts';
import { startTraceViewer } from './observe.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-traces-'));
const supervisor = new Supervisor(randomUUID(), toTerminal);
let isStopping = false;

async function stop(exitCode: number): Promise<never> {
  isStopping = true;
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!isStopping) void stop(0);
  });

const data = DataFolder.open(path.join(folder, 'data'));
const viewer = await startTraceViewer({ data, supervisor, env: process.env, report: toTerminal });
if (!viewer) await stop(1);
else {
  toTerminal(`${viewer.name}: ${viewer.url}`);
  await forwardLines(createInterface({ input: process.stdin }), viewer.endpoint);
  if (!isStopping) toTerminal('The log has ended. The traces stay until Ctrl-C.');
}
