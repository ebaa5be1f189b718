const tickMs = 5;

/**
 * Runs work and returns the 99th percentile, in milliseconds, of the delay of requests that arrive at random moments
 * meanwhile: one long block counts by its length, not as one of many samples.
 */
export async function loopDelayP99(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const blocks: number[] = [];
  let tickedAt = startedAt;
  const measure = (): void => {
    const now = performance.now();
    const blockedMs = now - tickedAt - tickMs;
    if (blockedMs > tickMs) blocks.push(blockedMs);
    tickedAt = now;
  };
  const timer = setInterval(measure, tickMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
    measure();
  }
  return delayP99Of(blocks, performance.now() - startedAt);
}

/**
 * The 99th percentile of the delay of requests that arrive at random moments of a period.
 * @param blocks how long the loop was blocked each time, in milliseconds
 */
export function delayP99Of(blocks: readonly number[], periodMs: number): number {
  // A request that arrives in the first L - x of a block of length L waits longer than x.
  const shareAbove = (x: number) => blocks.reduce((sum, block) => sum + Math.max(0, block - x), 0) / periodMs;
  let [low, high] = [0, Math.max(0, ...blocks)];
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (shareAbove(middle) > 0.01) low = middle;
    else high = middle;
  }
  return high;
}
