import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Runs work and returns the 99th percentile of the event loop delay meanwhile, in milliseconds. */
export async function loopDelayP99(work: () => Promise<void>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  await work();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}
