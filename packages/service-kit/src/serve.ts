import type { ErrorCode } from '@inkbear/contracts/error-codes';
import type { ClientReply, Route, RouteBody, RouteParams, RouteQuery, RouteReply } from '@inkbear/contracts/route';
import type { RequestHandler } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from './identity.ts';

/** The identity that a route's access leaves possible, so that a handler need not ask again. */
export type IdentityOf<R extends Route> = R['access'] extends 'user'
  ? Extract<Identity, { role: 'user' }>
  : R['access'] extends 'admin'
    ? Extract<Identity, { role: 'admin' }>
    : R['access'] extends 'admin-user'
      ? Extract<Identity, { role: 'admin' | 'user' }>
      : R['access'] extends 'service'
        ? Extract<Identity, { role: 'service' }>
        : Identity;

/** One request after its guards. */
export interface Call<R extends Route> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  readonly identity: IdentityOf<R>;
  /** The revision of `If-Match`; null only where it may be left out. */
  readonly ifMatch: R['ifMatch'] extends { missing: ErrorCode } ? number : number | null;
  /** IANA zone of the author's clock, `UTC` when none was sent. */
  readonly timeZone: string;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string>>;
  /** Aborts when the client goes away, or when the process stops: then its reason is the problem `server.unavailable`. */
  readonly signal: AbortSignal;
  /** Sends a piece of a streamed reply; null when the client did not ask for a stream. */
  readonly sendDelta: ((text: string) => void) | null;
}

export interface ServedRoute {
  readonly route: Route;
  readonly handler: (
    call: Call<Route>,
  ) => Promise<{ status: number; body: unknown; headers?: Record<string, string | string[]> }>;
  /** Takes a multipart body in, after the identity is known; leaves the file in `req.file`. */
  readonly receive?: readonly RequestHandler[];
}

/** Ties a handler to its route; the types of both sides come from the route's schemas. */
export function serve<R extends Route>(route: R, handler: (call: Call<R>) => Promise<RouteReply<R>>): ServedRoute {
  return { route, handler: handler };
}

/** A file as it arrived, held in memory. */
export interface UploadedFile {
  readonly originalname: string;
  readonly buffer: Buffer;
}

/** Ties a handler to a multipart route: `receive` refuses who may not send and takes the body in; without a file in it `file` is null. */
export function serveUpload<R extends Route>(
  route: R,
  receive: readonly RequestHandler[],
  handler: (call: Call<R> & { readonly file: UploadedFile | null }) => Promise<RouteReply<R>>,
): ServedRoute {
  return { route, receive, handler: handler as ServedRoute['handler'] };
}

/** A reply of a handler, e.g. `reply(201, presentBook(book), { ETag: etag(book.rev) })`. */
export const reply = <const S extends number, B>(
  status: S,
  body: B,
  headers: Record<string, string | string[]> = {},
): { status: S; body: B; headers: Record<string, string | string[]> } => ({ status, body, headers });

/** Shorthand for the reply a test or peer reads. */
export type ReplyOf<R extends Route> = ClientReply<R>;
