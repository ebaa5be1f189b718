import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PartStart, Route } from '@inkbear/contracts/route';
import { bodyLimits, hasStreamedBody, isLongRoute } from '@inkbear/contracts/route';
import { type Cookies, parseCookie } from 'cookie';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { z } from 'zod';
import { BodyBudget, streamedBodyBytes } from './body-budget.ts';
import { parseIfMatch } from './etag.ts';
import { longTextLength, waitForTurn } from './event-loop-turn.ts';
import { eventStream } from './event-stream.ts';
import type { DatabaseProbe } from './database-probe.ts';
import type { Idempotency } from './idempotency.ts';
import { actorOf, type Identity, identityHeader, type IdentityVerifier, requireAccess } from './identity.ts';
import { bodyErrors, ProblemError } from './problem.ts';
import { RequestCoalescer, type SharedCall } from './request-coalescer.ts';
import { requestContext } from './request-context.ts';
import { LazyAbortController, type RunningCalls } from './running-calls.ts';
import { filterReply, type Reply, sendReply } from './send-reply.ts';
import type { Call, ServedRoute, UploadedFile } from './serve.ts';

export interface RouterOptions {
  readonly served: readonly ServedRoute[];
  readonly identities: IdentityVerifier;
  readonly idempotency: Idempotency;
  readonly databaseProbe: DatabaseProbe;
  readonly calls: RunningCalls;
}

/** Express matches routes one after the other, so the most frequent ones (saves) come first. */
const savesFirst = (served: readonly ServedRoute[]): ServedRoute[] =>
  served.toSorted((a, b) => Number(b.route.rate === 'save') - Number(a.route.rate === 'save'));

/** Mounts routes with their guards: identity → body size and type → schemas → idempotency → handler → reply filter. */
export function createRouter({ served, identities, idempotency, databaseProbe, calls }: RouterOptions): Router {
  const router = express.Router({ caseSensitive: true });
  const bodyBudget = new BodyBudget();
  const runOnce = keyedRunner(idempotency);
  for (const { route, handler, storesOwnResult = false, middleware = [] } of savesFirst(served)) {
    const guards: RequestHandler[] = [
      (req, res, next) => {
        res.locals['routeId'] = route.id;
        res.locals['route'] = route;
        const identity = identities.verify(req.get(identityHeader));
        requireAccess(route.access, identity);
        res.locals['identity'] = identity;
        const scope = requestContext.getStore();
        if (scope) scope.actor = actorOf(identity);
        databaseProbe.requireReachable();
        next();
      },
      ...readBody(route, bodyBudget),
      ...(middleware.length > 0 ? [requireParams(route)] : []),
      ...middleware,
    ];
    router[methodOf(route)](route.path, ...guards, async (req, res) => {
      const callAbort = new LazyAbortController();
      // Aborting creates an error with a stack trace, so only do it when the response is unfinished.
      res.on('close', () => void (res.writableFinished || callAbort.abort()));
      const parts = readParts(route, req, res);
      const client = { callAbort, send: openStream(route, req, res) };
      const run = (call: SharedCall) => handler(toCall(route, parts, call));
      // Sending is part of the call, because a streamed file is generated while it is sent.
      const work = calls.run(callAbort, async () => {
        // Parsing and validating this body took long, and the handler may take as long again.
        if (((res.locals['bodyLength'] as number | undefined) ?? 0) > longTextLength) await waitForTurn();
        const reply = await runOnce(req, { parts, client, run, storesOwnResult }).catch((error: unknown) =>
          eventStream.fail(res, error),
        );
        if (!res.writableEnded) await sendReply(route, res, reply);
      });
      await databaseProbe.failFast(work, {
        isLong: isLongRoute(route),
        canStillFail: () => !res.headersSent,
        abort: (reason) => {
          callAbort.abort(reason);
          const scope = requestContext.getStore();
          // Only for short routes: a refused request may not commit, but a long route must still write its clean-up,
          // e.g. release a reservation.
          if (scope && !isLongRoute(route)) scope.isRefused = true;
        },
      });
    });
  }
  return router;
}

interface KeyedRun {
  readonly parts: RequestParts;
  readonly client: SharedCall;
  readonly run: (call: SharedCall) => Promise<Reply>;
  readonly storesOwnResult: boolean;
}

/** Returns the function that runs a request, once for each `Idempotency-Key` of a route that has them. */
function keyedRunner(idempotency: Idempotency): (req: Request, run: KeyedRun) => Promise<Reply> {
  const coalescer = new RequestCoalescer();
  return async (req, { parts, client, run, storesOwnResult }) => {
    const { route, bodyBytes } = req.res?.locals as { route: Route; bodyBytes?: Buffer };
    const { identity, params, idempotencyKey: key } = parts;
    if (key === null) return await run(client);
    const keyed = idempotency.identify({
      key,
      route: route.id,
      actor: actorOf(identity),
      params,
      body: bodyBytes,
      hasSecret: route.hasSecret ?? false,
    });
    const runOnce = (call: SharedCall) => idempotency.runOnce(keyed, () => run(call), { storesOwnResult });
    if (!route.streams) return await runOnce(client);
    const { send, callAbort } = client;
    return await coalescer.run(keyed, { send, signal: callAbort.signal }, runOnce);
  };
}

/** Bounds the validation errors in one response: a body with a million errors must not produce a million messages. */
const maxErrors = 50;
const maxErrorLength = 300;

const methodOf = (route: Route) => route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';

function readBody(route: Route, bodyBudget: BodyBudget): RequestHandler[] {
  const limit = hasStreamedBody(route) ? streamedBodyBytes : bodyLimits[route.bodyLimit ?? 'small'];
  if (route.bodyKind === 'raw') return [bodyBudget.count(limit), express.raw({ type: () => true, limit })];
  // The middleware of the route parses a form; until then it is not in memory.
  if (route.bodyKind === 'multipart') return [bodyBudget.count(limit)];
  if (!route.body) return [];
  const checkType: RequestHandler = (req, _res, next) => {
    const hasBody = Number(req.get('content-length') ?? 0) > 0 || req.get('transfer-encoding') !== undefined;
    if (hasBody && !req.is('application/json')) throw new ProblemError('request.unsupported_type');
    next();
  };
  const isOptional = route.body.safeParse(undefined).success;
  // `checkType` has already checked the type. Without a content type the empty body stays undefined.
  return [
    checkType,
    bodyBudget.count(limit),
    express.json({
      limit,
      strict: true,
      type: (req) => req.headers['content-type'] !== undefined,
      verify: verifyBody(route, isOptional),
    }),
  ];
}

/**
 * Rejects invalid UTF-8, which would be stored as replacement characters, and an empty body, which would be parsed as
 * `{}`. Keeps the length, and the bytes for the comparison of repeated requests.
 */
const verifyBody =
  ({ idempotent }: Route, isOptional: boolean) =>
  (req: IncomingMessage, res: ServerResponse, bytes: Buffer, encoding: string): void => {
    if (encoding !== 'utf-8' || !isUtf8(bytes))
      throw Object.assign(new Error('The body is not UTF-8.'), { type: bodyErrors.notUtf8 });
    if (bytes.length === 0 && !isOptional)
      throw Object.assign(new Error('The body is empty.'), { type: bodyErrors.empty });
    (res as Response).locals['bodyLength'] = bytes.length;
    if (idempotent && req.headers['idempotency-key'] !== undefined) (res as Response).locals['bodyBytes'] = bytes;
  };

/** Reads the parts of a request by their schemas, and collects what is wrong with them. */
class PartReader {
  readonly #errors: { path: string; message: string }[] = [];

  read(schema: z.ZodType | undefined, value: unknown): unknown {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    for (const { path, message } of result.error?.issues.slice(0, maxErrors) ?? [])
      this.#errors.push({ path: path.join('.').slice(0, maxErrorLength), message: message.slice(0, maxErrorLength) });
    return result.data;
  }

  /** Throws 400 when a part is invalid. */
  requireValid(): void {
    const [first] = this.#errors;
    if (first) throw new ProblemError('request.invalid', { message: first.message, errors: this.#errors });
  }
}

/** Middleware of a route may read its params, so they are checked before it runs. */
const requireParams =
  (route: Route): RequestHandler =>
  (req, _res, next) => {
    const parts = new PartReader();
    parts.read(route.params, req.params);
    parts.requireValid();
    next();
  };

/** What a request has, after its guards. */
type RequestParts = Omit<Call<Route>, 'signal' | keyof StreamFunctions>;
type StreamFunctions = Pick<Call<Route>, 'sendDelta' | 'sendPart' | 'sendPartial' | 'sendProgress'>;

function readParts(route: Route, req: Request, res: Response): RequestParts {
  const reader = new PartReader();
  const params = reader.read(route.params, req.params);
  const query = reader.read(route.query, req.query);
  const body = route.bodyKind === 'raw' ? req.body : reader.read(route.body, req.body);
  reader.requireValid();
  const ifMatch = readIfMatch(route, req);
  return {
    params,
    query,
    body,
    ifMatch,
    idempotencyKey: (route.idempotent ? req.get('idempotency-key') : undefined) ?? null,
    ...(route.bodyKind === 'multipart' ? { file: (req as Request & { file?: UploadedFile }).file ?? null } : {}),
    identity: res.locals['identity'] as Identity,
    timeZone: safeTimeZone(req.get('time-zone')),
    headers: req.headers,
    cookies: parseCookies(req.get('cookie')),
  } as unknown as RequestParts;
}

const toCall = (route: Route, parts: RequestParts, { callAbort, send }: SharedCall): Call<Route> => ({
  ...parts,
  get signal() {
    return callAbort.signal;
  },
  ...streamFunctions(route, send),
});

/** Null when the client did not request a stream. */
const openStream = ({ streams }: Route, req: Request, res: Response): SharedCall['send'] =>
  streams && (req.get('accept') ?? '').includes('text/event-stream') ? eventStream.open(res) : null;

/** The functions by which a handler sends events. They are null when the client did not request a stream. */
function streamFunctions(route: Route, send: SharedCall['send']): StreamFunctions {
  const none = { sendDelta: null, sendPart: null, sendPartial: null, sendProgress: null };
  if (send === null) return none;
  if (route.streams === 'delta') {
    const sendPart = route.streamsParts ? (part: PartStart) => send('part', part) : null;
    return { ...none, sendDelta: (text) => send('delta', { text }), sendPart };
  }
  const shape = route.responses[200] as z.ZodObject;
  if (route.streams === 'partial') {
    const partialShape = shape.partial();
    return { ...none, sendPartial: (value) => send('partial', { value: filterReply(route, partialShape, value) }) };
  }
  return { ...none, sendProgress: (body: unknown) => send('progress', filterReply(route, shape, body)) };
}

function readIfMatch({ ifMatch }: Route, req: Request): number | null {
  if (ifMatch === undefined) return null;
  const rev = parseIfMatch(req.get('if-match'));
  if (rev === null && ifMatch !== 'optional') throw new ProblemError(ifMatch.missing);
  return rev;
}

const maxCachedZones = 1000;
const canonicalZones = new Map<string, string>();

/** `Intl` costs more than the rest of a small request, so its results are cached. */
function safeTimeZone(value: string | undefined): string {
  if (!value || value.length > 64) return 'UTC';
  const zone = canonicalZones.get(value) ?? canonicalZone(value);
  if (canonicalZones.size < maxCachedZones) canonicalZones.set(value, zone);
  return zone;
}

function canonicalZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}

/** The cookies of a `Cookie` header by name, decoded. */
export const parseCookies = (header: string | undefined): Cookies => parseCookie(header ?? '');
