import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import type { ProcessName, ServiceName } from './services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route.
 * - `public`: anyone; the caller is not identified
 * - `visitor`: anyone; a session is used if there is one
 * - `user`: a user with a session
 * - `admin`: an admin with a token
 * - `admin-user`: an admin with a token, or a user with a session and `isAdmin`
 * - `service`: another process with its signed identity, never through the gateway
 */
export type Access = 'public' | 'visitor' | 'user' | 'admin' | 'admin-user' | 'service';

/** The rate limit class of a route; `rate-classes.ts` has the numbers. */
export type RateClass =
  'read' | 'write' | 'save' | 'ai' | 'sign-in' | 'restore' | 'export' | 'pay' | 'upload' | 'webhook';

/** Maximum bytes of a body as sent; 413 beyond it. */
export const bodyLimits = {
  small: 64 * 1024,
  prose: 2 * 1024 * 1024,
  ai: 6 * 1024 * 1024,
  upload: 6 * 1024 * 1024,
  import: 51 * 1024 * 1024,
  webhook: 256 * 1024,
} as const;
export type BodyLimit = keyof typeof bodyLimits;

/** The time in which the whole body of a request must arrive when its route stores it while it arrives. */
export const uploadMs = 600_000;

/** A reply that is a file instead of JSON. */
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

/** The events that a streaming route sends before its final reply. */
export type StreamEvent = 'delta' | 'partial' | 'progress';

/**
 * The data of a `part` event: a part of a text begins. The `delta` events that follow are its text, from position
 * `from` of the whole text on. The same part may begin again; what was sent of it before is then dropped.
 */
export interface PartStart {
  /** From 0. */
  readonly index: number;
  readonly of: number;
  readonly title: string;
  /** In UTF-16 units. */
  readonly from: number;
  /** The id of the result, which is the text before `from` if the client stops the stream now. */
  readonly resultId: string;
}
export type ReplyShape = z.ZodType | FileReply | EmptyReply;

/**
 * A route as a value. The server's guards and reply filter, the browser client, the gateway's route table and the OpenAPI
 * document are derived from it.
 */
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
  /** The plan that the route requires. Only for documentation and pages; the policy of the owner enforces it. */
  readonly plan?: 'pro';
  readonly rate: RateClass;
  /** Default `small`. */
  readonly bodyLimit?: BodyLimit;
  /**
   * Milliseconds until the gateway gives up with 504, because no reply has begun; default 15,000. It also ends a reply that
   * sends nothing for as long, so streams need a heartbeat.
   */
  readonly timeoutMs?: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Default `json`. `raw`: the handler receives the bytes as sent (webhooks). */
  readonly bodyKind?: 'json' | 'raw' | 'multipart';
  /** Whether `If-Match` is read. If it is required, the error code for a request without it. */
  readonly ifMatch?: 'optional' | { readonly missing: ErrorCode };
  /** Whether clients send an `Idempotency-Key`; the reply is stored for 24 h. */
  readonly idempotent?: boolean;
  /**
   * Whether the body contains a password. The stored hash that detects repeated requests is then keyed, so that the
   * password cannot be guessed from the database.
   */
  readonly hasSecret?: boolean;
  /**
   * Whether the route also replies with `text/event-stream`: events of this name, then `done` (the 200 reply) or `error`
   * (a problem).
   * - `delta` {text}: the next piece of text
   * - `partial` {value}: the fields of the reply that are complete so far, at most 10 times a second. A list grows from
   *   event to event and holds only complete items. When the work starts again, the next value replaces the last one.
   * - `progress`: the reply so far
   */
  readonly streams?: StreamEvent;
  /** Whether a stream of `delta` also has `part` events (`PartStart`): the text comes in several parts. */
  readonly streamsParts?: true;
  readonly responses: Readonly<Record<number, ReplyShape>>;
  /** Error codes of this route, besides those of its guards and `commonErrors` (`errorsOf` has all of them). */
  readonly errors?: readonly ErrorCode[];
}

/** Defines a route and keeps the exact types of its schemas. */
export const defineRoute = <const R extends Route>(route: R): R => route;

/**
 * Whether the body is stored while it arrives, instead of being held in memory. It may be large and arrive slowly, and it
 * takes the same memory whatever its length.
 */
export const hasStreamedBody = ({ bodyLimit }: Pick<Route, 'bodyLimit'>): boolean => bodyLimit === 'import';

const longCallMs = 30_000;

/** Whether a call may take longer than most (over 30 s), such as AI and exports. */
export const isLongRoute = ({ timeoutMs = 0 }: Pick<Route, 'timeoutMs'>): boolean => timeoutMs > longCallMs;

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
/** What a client reads: the body of any declared success status. */
export type ClientReply<R extends Route> = {
  [S in keyof R['responses'] & number]: R['responses'][S] extends FileReply ? Blob : Output<R['responses'][S]>;
}[keyof R['responses'] & number];

/** Fills in and encodes path parameters: `/api/books/:id` with {id} → `/api/books/0190…`. */
export function buildPath(route: Pick<Route, 'path'>, params: Readonly<Record<string, string | number>> = {}): string {
  return route.path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${route.path} needs a value for ${name}.`);
    return encodeURIComponent(String(value));
  });
}
