import { type ErrorCode, errorCodes } from '@inkbear/contracts/error-codes';
import type { FieldError, Problem } from '@inkbear/contracts/problem';

/** The one error that reaches a client as it is; everything else becomes `server.internal`. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly rev: number | undefined;
  /** Bytes stored and allowed. */
  readonly used: number | undefined;
  readonly allowed: number | undefined;

  /** `message` is the sentence for the user; without one the catalogue's stands. */
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

interface ForeignError {
  name: string;
  type: string;
  code: unknown;
  status: number;
  expose: boolean;
  errorLabelSet: ReadonlySet<string>;
}

const awayNames =
  /^Mongo(ose)?(ServerSelection|NetworkTimeout|Network|PoolClosed|PoolCleared|NotConnected|WaitQueueTimeout|OperationTimeout|WriteConcern|ServerClosed|Topology)/;
const awayLabels = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'RetryableError',
];
/** What a database that works says about a command that is wrong: BadValue, FailedToParse, TypeMismatch, ImmutableField, DocumentValidationFailure, DuplicateKey. Whatever else it says, it says of itself. */
const ourMistakes = new Set<unknown>([2, 9, 14, 66, 121, 11_000]);

/** Whether the database is gone, about to go, or out of room: nothing that another wording of the request would change. */
const isDatabaseAway = ({ name = '', code, errorLabelSet }: Partial<ForeignError>): boolean =>
  awayNames.test(name) ||
  code === 'ECONNREFUSED' ||
  (name.startsWith('Mongo') &&
    ((typeof code === 'number' && !ourMistakes.has(code)) || awayLabels.some((label) => errorLabelSet?.has(label))));

/** Types of what the kit itself refuses about a body while it is read. */
export const bodyErrors = { notUtf8: 'inkbear.body.not_utf8', empty: 'inkbear.body.empty' } as const;

/** Errors of drivers and parsers that are a client's mistake or a dependency's, as problems. */
export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const foreign = (typeof error === 'object' && error !== null ? error : {}) as Partial<ForeignError>;
  const { name = '', type = '', status = 500, expose = false } = foreign;
  if (type === 'entity.too.large') return new ProblemError('request.too_large', { cause: error });
  if (type === bodyErrors.notUtf8)
    return new ProblemError('request.malformed', { message: 'The body must be UTF-8 text.', cause: error });
  if (type === bodyErrors.empty)
    return new ProblemError('request.malformed', {
      message: 'The body is empty; JSON is expected here.',
      cause: error,
    });
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new ProblemError('request.unsupported_type', { cause: error });
  // `expose` marks what the body parser blames on the client, a broken gzip stream among it, which has no type.
  if ((expose && status < 500) || error instanceof URIError)
    return new ProblemError('request.malformed', { cause: error });
  if (name === 'AbortError')
    return new ProblemError('request.malformed', { message: 'The request was given up.', cause: error });
  if (
    name === 'CastError' ||
    name === 'ValidationError' ||
    name === 'StrictModeError' ||
    name === 'ObjectParameterError'
  )
    return new ProblemError('request.malformed', { cause: error });
  if (isDatabaseAway(foreign)) return new ProblemError('server.unavailable', { cause: error });
  return new ProblemError('server.internal', { cause: error });
}
