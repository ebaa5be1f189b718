import { messageOf, StartError } from './start-error.ts';
import { startInkbear, type RunningInkbear } from './start.ts';
import { formatSummary } from './summary.ts';

const validOptions = ['--reset', '--dev', '--observe'];
const args = process.argv.slice(2);
const unknown = args.filter((arg) => !validOptions.includes(arg));
const dev = args.includes('--dev');

/**
 * Signals within this time count as one: Ctrl-C reaches the whole process group, and npm and the start script forward
 * it again, so pressing it once causes several signals.
 */
const repeatedSignalMs = 1000;

const aborter = new AbortController();
let running: RunningInkbear | undefined;
let stoppingSince: number | undefined;

function stopAll(): void {
  if (stoppingSince !== undefined) {
    if (Date.now() - stoppingSince < repeatedSignalMs) return;
    if (!running) process.exit(1); // the watchdog ends what was started
    running.killNow();
    return;
  }
  stoppingSince = Date.now();
  console.log('\nStopping…');
  if (!running) return aborter.abort();
  void running.stop().then(() => {
    console.log('Stopped; the data is kept.');
    process.exit(0);
  }, fail);
}

function fail(error: unknown): never {
  if (aborter.signal.aborted) {
    console.log('Stopped.');
    process.exit(0);
  }
  console.error(`\n${error instanceof StartError ? messageOf(error) : ((error as Error).stack ?? String(error))}`);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);
process.once('disconnect', stopAll);
process.stdout.on('error', () => undefined);

if (unknown.length > 0)
  fail(new StartError(`Unknown option: ${unknown.join(' ')}. Valid options: ${validOptions.join(', ')}.`));
try {
  running = await startInkbear({
    dev,
    reset: args.includes('--reset'),
    observe: args.includes('--observe'),
    signal: aborter.signal,
  });
  if (stoppingSince === undefined) {
    console.log(formatSummary(running, dev));
    console.log(`ready: ${running.url}`);
  }
} catch (error) {
  fail(error);
}
