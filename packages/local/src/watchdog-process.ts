// The watchdog process has one end of a pipe to the supervisor. When the supervisor dies, for any reason, the pipe
// closes, and this process ends everything that the supervisor has started. Usage: watchdog-process.ts <run id> <grace in ms>
import { endRun } from './processes-of-run.ts';

const [runId = '', grace = '10000'] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.stdin.resume();
process.stdin.once('close', () => void endRun(runId, Number(grace)).finally(() => process.exit(0)));
