import { trace } from '@opentelemetry/api';
import { type DestinationStream, pino, type Logger } from 'pino';
import { requestContext } from './request-context.ts';

export type { Logger } from 'pino';

/** What must never reach a log line, wherever in an object it stands. */
const secrets = [
  'password',
  'newPassword',
  'token',
  'clientSecret',
  'cardNumber',
  'cookie',
  'authorization',
  'x-admin-token',
  'x-inkbear-identity',
  'content',
  'outline',
  'synopsis',
  'introduction',
  'dedication',
  'prompt',
  'text',
  'changes',
];
const paths = secrets.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/** JSON lines on stdout with the service, the trace and the request they belong to; secrets and prose are cut out. */
export const createLogger = (service: string, level: string): Logger =>
  pino({ ...format, mixin: whereabouts, level, base: { service }, redact: { paths, censor: '[cut]' } }, stdout());

/**
 * The same lines without looking for secrets, which costs a fifth of a small request, nor for the request that they belong to: only for lines whose
 * fields are fixed and say so themselves, such as the access log.
 * They leave together, each at most a quarter of a second after it was written; a process that is killed takes those of its last moment with it.
 */
export const createAccessLogger = (logger: Logger): Logger =>
  pino({ ...format, level: logger.level, base: logger.bindings() }, (gathered ??= gatheringStdout()));

let gathered: DestinationStream | undefined;

function gatheringStdout(): DestinationStream {
  const stream = stdout({ minLength: 4096 });
  setInterval(() => stream.flush(), 250).unref();
  process.once('exit', () => stream.flushSync());
  return stream;
}

/** A full disk must not end a service: what could not be written is tried again with the next line. */
function stdout(options: { minLength?: number } = {}) {
  const stream = pino.destination({ fd: 1, sync: true, ...options });
  stream.on('error', () => undefined);
  return stream;
}

const format = { timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };

/** The trace and the request in which a line was written. */
function whereabouts(): object {
  const span = trace.getActiveSpan()?.spanContext();
  const request = requestContext.getStore();
  return {
    ...(span ? { traceId: span.traceId, spanId: span.spanId } : {}),
    ...(request ? { requestId: request.requestId } : {}),
  };
}

/** Name, message, code and stack; never the objects that drivers hang on their errors, which may carry documents. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
