import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const tickMs = 5;

/**
 * The delay that 99 of 100 requests stay below when they arrive at any moment of a period.
 * @param blocks how long the loop was blocked each time, in milliseconds
 */
function p99Of(blocks: readonly number[], periodMs: number): number {
  // Of a block of length L, a request waits longer than x when it arrives in its first L - x.
  const shareAbove = (x: number) => blocks.reduce((sum, block) => sum + Math.max(0, block - x), 0) / periodMs;
  let [low, high] = [0, Math.max(0, ...blocks)];
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (shareAbove(middle) > 0.01) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Loaded into a process before its own code: answers on a socket named after the process how long its event loop was
 * blocked since the last call.
 */
function answerDelays(socket: string): void {
  let startedAt = performance.now();
  let tickedAt = startedAt;
  let blocks: number[] = [];
  setInterval(() => {
    const now = performance.now();
    if (now - tickedAt > 2 * tickMs) blocks.push(now - tickedAt - tickMs);
    tickedAt = now;
  }, tickMs).unref();
  const server = createServer((_req, res) => {
    const now = performance.now();
    res.end(JSON.stringify({ p99: p99Of(blocks, now - startedAt) }));
    [blocks, startedAt] = [[], now];
  });
  // The process that migrated before had the same name.
  rmSync(socket, { force: true });
  server.listen(socket);
  server.unref();
}

// Worker threads load it too, and have loops of their own.
if (isMainThread)
  answerDelays(path.join(process.env['LOOP_DELAY_FOLDER'] ?? '', `${process.env['LOOP_DELAY_NAME'] ?? ''}.sock`));
