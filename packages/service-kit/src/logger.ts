import { trace } from '@opentelemetry/api';
import { type DestinationStream, pino, type Logger } from 'pino';
import { requestContext } from './request-context.ts';

export type { Logger } from 'pino';

/** Fields that must never be logged, at any depth of up to three levels. */
const redactedFields = [
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
const paths = redactedFields.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/** Creates a logger for JSON lines on stdout with service, trace and request id. Secrets and prose are redacted. */
export const createLogger = (service: string, level: string): Logger =>
  pino({ ...format, mixin: logContext, level, base: { service }, redact: { paths, censor: '[cut]' } }, createStdout());

/**
 * Creates a logger without redaction and request context, which cost a fifth of a small request. Only for lines with
 * fixed fields that carry the context themselves, such as the access log. Lines are buffered for at most 250 ms, so
 * when the process is killed, the lines of the last 250 ms are lost.
 */
export const createAccessLogger = (logger: Logger): Logger =>
  pino({ ...format, level: logger.level, base: logger.bindings() }, (bufferedStdout ??= createBufferedStdout()));

let bufferedStdout: DestinationStream | undefined;

function createBufferedStdout(): DestinationStream {
  const stream = createStdout({ minLength: 4096 });
  setInterval(() => stream.flush(), 250).unref();
  process.once('exit', () => stream.flushSync());
  return stream;
}

/** A full disk must not crash the service: unwritten output is retried with the next line. */
function createStdout(options: { minLength?: number } = {}) {
  const stream = pino.destination({ fd: 1, sync: true, ...options });
  stream.on('error', () => undefined);
  return stream;
}

const format = { timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };

/** Ids of the current trace and request. */
function logContext(): object {
  const span = trace.getActiveSpan()?.spanContext();
  const request = requestContext.getStore();
  return {
    ...(span ? { traceId: span.traceId, spanId: span.spanId } : {}),
    ...(request ? { requestId: request.requestId } : {}),
  };
}

/**
 * Serialises name, message, code and stack, but no other properties: drivers attach objects that may contain documents.
 */
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
