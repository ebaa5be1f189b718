import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import type { ProcessName, ServiceName } from './services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route.
 * `public` nobody is looked at · `visitor` a session is used when there is one · `user` a session is needed ·
 * `admin` an admin token · `admin-user` an admin token or a session whose user has isAdmin · `service` a peer's signed identity, never through the gateway.
 */
export type Access = 'public' | 'visitor' | 'user' | 'admin' | 'admin-user' | 'service';

/** How often a caller may use a route; the numbers stand in `rate-classes.ts`. */
export type RateClass = 'read' | 'write' | 'save' | 'ai' | 'sign-in' | 'export' | 'pay' | 'upload' | 'webhook';

/** Bytes of body as sent; over it the answer is 413. */
export const bodyLimits = {
  small: 64 * 1024,
  prose: 2 * 1024 * 1024,
  ai: 6 * 1024 * 1024,
  upload: 6 * 1024 * 1024,
  webhook: 256 * 1024,
} as const;
export type BodyLimit = keyof typeof bodyLimits;

/** A reply that is a file and not JSON. */
export interface FileReply {
  readonly kind: 'file';
  readonly contentType: string;
}
export const fileReply = (contentType: string): FileReply => ({ kind: 'file', contentType });

/** A reply without a body. */
export interface EmptyReply {
  readonly kind: 'empty';
}
export const emptyReply: EmptyReply = { kind: 'empty' };

export type ReplyShape = z.ZodType | FileReply | EmptyReply;

/** A route as a value: guards, reply filter, client, gateway table and OpenAPI are all read from it. */
export interface Route {
  /** Unique name, also the OpenAPI operationId. */
  readonly id: string;
  readonly owner: ServiceName;
  readonly method: Method;
  /** Express style, e.g. `/api/books/:id`. */
  readonly path: `/api/${string}` | `/internal/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Processes that may call an `/internal` route; any other process is refused with 403. Public routes have none. */
  readonly callers?: readonly ProcessName[];
  /** What the effective plan must allow; only for documents and screens, the owner's policy decides. */
  readonly plan?: 'pro';
  readonly rate: RateClass;
  /** Default `small`. */
  readonly bodyLimit?: BodyLimit;
  /** Milliseconds until the gateway gives up with 504; default 15,000. */
  readonly timeoutMs?: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** `raw` hands over the bytes as sent (webhooks). */
  readonly bodyKind?: 'json' | 'raw' | 'multipart';
  /** Whether `If-Match` is read; where it is needed, the code of a request that comes without. */
  readonly ifMatch?: 'optional' | { readonly missing: ErrorCode };
  /** The client sends an `Idempotency-Key`; the reply is kept 24 h. */
  readonly idempotent?: boolean;
  /**
   * The body carries a password: what is kept to know a repeat by is keyed, so that nobody who reads the database can
   * guess it.
   */
  readonly hasSecret?: boolean;
  /** Also answers `text/event-stream` with `delta`, `done` (the 200 reply) and `error` (a problem). */
  readonly streams?: boolean;
  readonly responses: Readonly<Record<number, ReplyShape>>;
  /** Codes this route may answer beside those that every route may (see `commonErrors`). */
  readonly errors?: readonly ErrorCode[];
}

/** Keeps the exact types of a route's schemas. */
export const defineRoute = <const R extends Route>(route: R): R => route;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Part<R, K extends string> = R extends { readonly [P in K]: infer S } ? S : undefined;

/** What a handler receives after the guards. */
export type RouteParams<R> = Output<Part<R, 'params'>>;
export type RouteQuery<R> = Output<Part<R, 'query'>>;
export type RouteBody<R> = Output<Part<R, 'body'>>;
/** What a client sends before the guards. */
export type ClientParams<R> = Input<Part<R, 'params'>>;
export type ClientQuery<R> = Input<Part<R, 'query'>>;
export type ClientBody<R> = Input<Part<R, 'body'>>;

type ReplyBody<S> = S extends FileReply
  ? Uint8Array | AsyncIterable<Uint8Array>
  : S extends EmptyReply
    ? undefined
    : Input<S>;
/** What a handler returns: one of the declared statuses with its body. */
export type RouteReply<R extends Route> = {
  [S in keyof R['responses'] & number]: {
    status: S;
    body: ReplyBody<R['responses'][S]>;
    headers?: Readonly<Record<string, string | string[]>>;
  };
}[keyof R['responses'] & number];
/** What a client reads: the body of any declared success. */
export type ClientReply<R extends Route> = {
  [S in keyof R['responses'] & number]: R['responses'][S] extends FileReply ? Blob : Output<R['responses'][S]>;
}[keyof R['responses'] & number];

/** `/api/books/:id` with {id} → `/api/books/0190…`, each value encoded. */
export function buildPath(route: Pick<Route, 'path'>, params: Readonly<Record<string, string | number>> = {}): string {
  return route.path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${route.path} needs a value for ${name}.`);
    return encodeURIComponent(String(value));
  });
}
