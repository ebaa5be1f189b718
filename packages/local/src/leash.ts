// Holds the end of a pipe whose other end is the supervisor. When the supervisor is gone, however it went, the pipe closes
// and this process ends whatever the supervisor had started. Usage: leash.ts <run id> <grace in ms>
import { endRun } from './run-processes.ts';

const [runId = '', grace = '10000'] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.stdin.resume();
process.stdin.once('close', () => void endRun(runId, Number(grace)).finally(() => process.exit(0)));
