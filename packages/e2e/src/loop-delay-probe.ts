import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { delayP99Of } from '@inkbear/service-kit/testing/loop-delay';

const tickMs = 5;

/**
 * Milliseconds that the main thread was ready to run, but other threads and processes had the processors. This part of
 * a delay depends on the machine's other work, not on the request that is measured.
 */
const readWaitMs = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;

/**
 * Preloaded into a measured process. Serves, on a Unix socket named after the process, how long its event loop was
 * blocked since the last request, without the time in which it waited for a processor.
 */
function serveDelays(socket: string): void {
  let startedAt = performance.now();
  let tickedAt = startedAt;
  let waitedMs = readWaitMs();
  let blocks: number[] = [];
  setInterval(() => {
    const [now, waited] = [performance.now(), readWaitMs()];
    const blockedMs = now - tickedAt - tickMs - (waited - waitedMs);
    if (blockedMs > tickMs) blocks.push(blockedMs);
    [tickedAt, waitedMs] = [now, waited];
  }, tickMs).unref();
  const server = createServer((_req, res) => {
    const now = performance.now();
    res.end(JSON.stringify({ p99: delayP99Of(blocks, now - startedAt) }));
    [blocks, startedAt] = [[], now];
  });
  // The migration process ran before under the same name and left its socket.
  rmSync(socket, { force: true });
  server.listen(socket);
  server.unref();
}

// Worker threads preload this file too; only the main thread's loop is measured.
if (isMainThread)
  serveDelays(path.join(process.env['LOOP_DELAY_FOLDER'] ?? '', `${process.env['LOOP_DELAY_NAME'] ?? ''}.sock`));
