import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Loaded into a process before its own code: answers on a socket named after the process how late its timers have fired since the last call. */
function answerDelays(socket: string): void {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  const server = createServer((_req, res) => {
    const p99 = histogram.percentile(99) / 1e6;
    histogram.reset();
    res.end(JSON.stringify({ p99 }));
  });
  // The process that migrated before had the same name.
  rmSync(socket, { force: true });
  server.listen(socket);
  server.unref();
}

// Worker threads load it too, and have loops of their own.
if (isMainThread) answerDelays(path.join(process.env['LOOP_DELAY_FOLDER'] ?? '', `${process.env['LOOP_DELAY_NAME'] ?? ''}.sock`));
