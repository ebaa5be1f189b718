import type { Cookies } from 'cookie';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import type {
  ClientReply,
  PartStart,
  Route,
  RouteBody,
  RouteParams,
  RouteQuery,
  RouteReply,
} from '@inkbear/contracts/route';
import type { RequestHandler } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from './identity.ts';

/** Narrows the identity to the roles that the route's access allows. */
export type IdentityOf<R extends Route> = R['access'] extends 'user'
  ? Extract<Identity, { role: 'user' }>
  : R['access'] extends 'admin'
    ? Extract<Identity, { role: 'admin' }>
    : R['access'] extends 'admin-user'
      ? Extract<Identity, { role: 'admin' | 'user' }>
      : R['access'] extends 'service'
        ? Extract<Identity, { role: 'service' }>
        : Identity;

/** A validated request, as a handler receives it. */
export interface Call<R extends Route> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  readonly identity: IdentityOf<R>;
  /** The revision of `If-Match`; null only where the header is optional. */
  readonly ifMatch: R['ifMatch'] extends { missing: ErrorCode } ? number : number | null;
  /** The `Idempotency-Key` of a route that has them; null when none was sent. */
  readonly idempotencyKey: string | null;
  /** The client's IANA time zone; `UTC` when none was sent. */
  readonly timeZone: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Cookies>;
  /**
   * Aborts when the client disconnects, at shutdown, or when the database is unavailable; in the last two cases the reason
   * is the problem `server.unavailable`.
   */
  readonly signal: AbortSignal;
  /** Sends a piece of text of a route that streams `delta`; null when the client did not request a stream. */
  readonly sendDelta: ((text: string) => void) | null;
  /** Begins a part of a route with `streamsParts`; null when the client did not request a stream. */
  readonly sendPart: ((part: PartStart) => void) | null;
  /**
   * Sends the complete fields of the reply so far, of a route that streams `partial`; null when the client did not
   * request a stream.
   */
  readonly sendPartial: ((value: object) => void) | null;
  /** Sends the reply so far of a route that streams `progress`; null when the client did not request a stream. */
  readonly sendProgress: ((body: Extract<RouteReply<R>, { status: 200 }>['body']) => void) | null;
}

export interface ServedRoute {
  readonly route: Route;
  readonly handler: (
    call: Call<Route>,
  ) => Promise<{ status: number; body: unknown; headers?: Record<string, string | string[]> }>;
  /**
   * The handler of an idempotent route has stored the result itself and finds it by its `idempotencyKey`, so its reply,
   * which may be long, is not stored a second time.
   */
  readonly storesOwnResult?: boolean;
  /** Runs after authentication and before the handler; an upload parser puts the file into `req.file`. */
  readonly middleware?: readonly RequestHandler[];
}

/** Binds a handler to its route; the route's schemas type the call and the reply. */
export function serve<R extends Route>(route: R, handler: (call: Call<R>) => Promise<RouteReply<R>>): ServedRoute {
  return { route, handler: handler as unknown as ServedRoute['handler'] };
}

/** An uploaded file, in memory. */
export interface UploadedFile {
  readonly originalname: string;
  readonly buffer: Buffer;
}

/**
 * Binds a handler to a multipart route. `middleware` authorises the upload and parses the body; without an uploaded
 * file `file` is null. `F` is what the parser puts into `req.file`.
 */
export function serveUpload<R extends Route, F = UploadedFile>(
  route: R,
  middleware: readonly RequestHandler[],
  handler: (call: Call<R> & { readonly file: F | null }) => Promise<RouteReply<R>>,
): ServedRoute {
  return { route, middleware, handler: handler as unknown as ServedRoute['handler'] };
}

/** Builds a handler's reply, e.g. `reply(201, presentBook(book), { ETag: etag(book.rev) })`. */
export const reply = <const S extends number, B>(
  status: S,
  body: B,
  headers: Record<string, string | string[]> = {},
): { status: S; body: B; headers: Record<string, string | string[]> } => ({ status, body, headers });

/** The parsed reply that a client of the route receives. */
export type ReplyOf<R extends Route> = ClientReply<R>;
