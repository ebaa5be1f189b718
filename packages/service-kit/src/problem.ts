import { type ErrorCode, errorCodes } from '@inkbear/contracts/error-codes';
import type { FieldError, Problem } from '@inkbear/contracts/problem';

/** The only error that reaches clients unchanged; any other becomes `server.internal`. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly rev: number | undefined;
  /** Bytes or items used, and the limit. */
  readonly used: number | undefined;
  readonly allowed: number | undefined;

  /** `message` is shown to the user; it defaults to the text in `errorCodes`. */
  constructor(
    code: ErrorCode,
    more: {
      message?: string;
      errors?: readonly FieldError[];
      headers?: Record<string, string>;
      retryAfterSeconds?: number;
      rev?: number;
      used?: number;
      allowed?: number;
      cause?: unknown;
    } = {},
  ) {
    super(more.message ?? errorCodes[code].message, { cause: more.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.errors = more.errors;
    this.rev = more.rev;
    this.used = more.used;
    this.allowed = more.allowed;
    const retryAfter = more.retryAfterSeconds ?? (this.status >= 502 ? 2 : undefined);
    this.headers = {
      ...more.headers,
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
    };
  }

  toProblem(requestId: string): Problem {
    return {
      type: `urn:inkbear:${this.code}`,
      title: titles[this.status] ?? 'Error',
      status: this.status,
      code: this.code,
      detail: this.message,
      requestId,
      message: this.message,
      ...(this.errors ? { errors: [...this.errors] } : {}),
      ...(this.rev === undefined ? {} : { rev: this.rev }),
      ...(this.used === undefined || this.allowed === undefined ? {} : { used: this.used, allowed: this.allowed }),
    };
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

interface UnknownError {
  name: string;
  type: string;
  code: unknown;
  status: number;
  expose: boolean;
  errorLabelSet: ReadonlySet<string>;
}

const unavailableNames =
  /^Mongo(ose)?(ServerSelection|NetworkTimeout|Network|PoolClosed|PoolCleared|NotConnected|WaitQueueTimeout|OperationTimeout|WriteConcern|ServerClosed|Topology)/;
const unavailableLabels = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'RetryableError',
];
/**
 * Codes of errors that the command itself causes: BadValue, FailedToParse, TypeMismatch, ImmutableField,
 * DocumentValidationFailure, DuplicateKey. All other codes mean that the server failed.
 */
const badCommandCodes = new Set<unknown>([2, 9, 14, 66, 121, 11_000]);

/** Codes of connections that cannot be made or broke. The database driver does not wrap all of them in its own errors. */
const connectionErrorCodes = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Whether the database, or a service behind another connection, is unreachable, shutting down or out of space, so that
 * the request may succeed later.
 */
const isDependencyUnavailable = ({ name = '', code, errorLabelSet }: Partial<UnknownError>): boolean =>
  unavailableNames.test(name) ||
  connectionErrorCodes.has(code) ||
  (name.startsWith('Mongo') &&
    ((typeof code === 'number' && !badCommandCodes.has(code)) ||
      unavailableLabels.some((label) => errorLabelSet?.has(label))));

/** Error types that the kit's own body verification throws. */
export const bodyErrors = { notUtf8: 'inkbear.body.not_utf8', empty: 'inkbear.body.empty' } as const;

/** Maps errors of drivers and parsers to problems: a client error, an unavailable dependency, or an internal error. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const unknown = (typeof error === 'object' && error !== null ? error : {}) as Partial<UnknownError>;
  const clientError = toBodyError(error, unknown) ?? toMalformedError(error, unknown);
  if (clientError) return clientError;
  return new ProblemError(isDependencyUnavailable(unknown) ? 'server.unavailable' : 'server.internal', {
    cause: error,
  });
}

/** Errors of reading the request body, by their `type`. */
function toBodyError(cause: unknown, { type }: Partial<UnknownError>): ProblemError | null {
  switch (type ?? '') {
    case 'entity.too.large':
      return new ProblemError('request.too_large', { cause });
    case bodyErrors.notUtf8:
      return new ProblemError('request.malformed', { message: 'The body must be UTF-8 text.', cause });
    case bodyErrors.empty:
      return new ProblemError('request.malformed', { message: 'The body is empty; JSON is expected here.', cause });
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new ProblemError('request.unsupported_type', { cause });
    default:
      return null;
  }
}

/** Errors of mongoose for values that do not fit its schema. */
const validationErrorNames = new Set(['CastError', 'ValidationError', 'StrictModeError', 'ObjectParameterError']);

function toMalformedError(
  cause: unknown,
  { name = '', status = 500, expose = false }: Partial<UnknownError>,
): ProblemError | null {
  if (name === 'AbortError')
    return new ProblemError('request.malformed', { message: 'The request was aborted.', cause });
  // `expose` marks client errors of the body parser, such as a broken gzip stream, which has no type.
  const isClientError = (expose && status < 500) || cause instanceof URIError || validationErrorNames.has(name);
  return isClientError ? new ProblemError('request.malformed', { cause }) : null;
}
