import {
  buildPath,
  type ClientBody,
  type ClientParams,
  type ClientQuery,
  type ClientReply,
  type Route,
} from '@inkbear/contracts/route';
import type { ServiceName } from '@inkbear/contracts/services';
import { SpanKind } from '@opentelemetry/api';
import { z } from 'zod';
import { identityHeader, signIdentity } from './identity.ts';
import type { SigningKey } from './keys.ts';
import { ProblemError } from './problem.ts';
import { type Problem, problem as problemSchema } from '@inkbear/contracts/problem';
import { requestContext } from './request-context.ts';
import { currentTraceparent, inSpan } from './telemetry.ts';

export type PeerUrls = Partial<Record<ServiceName, string>>;

/** Calls `/internal` routes of other services with this service's signed identity and a deadline. */
export class Peers {
  readonly #signer: SigningKey;
  readonly #service: ServiceName | 'gateway';
  readonly #urls: PeerUrls;

  constructor(options: { signer: SigningKey; service: ServiceName | 'gateway'; urls: PeerUrls }) {
    this.#signer = options.signer;
    this.#service = options.service;
    this.#urls = options.urls;
  }

  /**
   * Returns the parsed reply. Rethrows a problem that the route declares. A timeout (`timeoutMs`, default the route's,
   * else 5,000), an invalid reply and any other error throw `server.unavailable`: they are faults of this service or
   * the peer, not of the user. A peer that still runs the previous release, for example, does not know a new route
   * (404), caller (403) or parameter (400); such an error ends with the rollout.
   */
  async call<R extends Route>(
    route: R,
    input: {
      params?: ClientParams<R>;
      query?: ClientQuery<R>;
      body?: ClientBody<R>;
      timeoutMs?: number;
      signal?: AbortSignal;
    },
  ): Promise<ClientReply<R>> {
    const base = this.#urls[route.owner];
    if (!base) throw new Error(`The address of ${route.owner} is not configured.`);
    const url = new URL(buildPath(route, input.params), base);
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return await inSpan(
      `${route.method} ${route.id}`,
      SpanKind.CLIENT,
      { 'http.request.method': route.method, 'peer.service': `inkbear-${route.owner}` },
      async () => {
        const { response, text } = await this.#fetch(route, url, input);
        if (response.ok) return parseReply(route, response.status, text) as ClientReply<R>;
        const { data: problem } = problemSchema.safeParse(parseJson(text));
        if (problem && route.errors?.includes(problem.code)) throw toProblemError(problem, response);
        const code = problem?.code ?? 'no problem document';
        throw new ProblemError('server.unavailable', {
          ...retryAfter(response),
          cause: new Error(`${route.owner} answered ${route.id} with ${response.status} (${code}).`),
        });
      },
    );
  }

  /** Fetches the response with its whole body; the deadline covers the body too. */
  async #fetch(
    route: Route,
    url: URL,
    input: { body?: unknown; timeoutMs?: number; signal?: AbortSignal },
  ): Promise<{ response: Response; text: string }> {
    const deadline = AbortSignal.timeout(input.timeoutMs ?? route.timeoutMs ?? 5000);
    const traceparent = currentTraceparent();
    const requestId = requestContext.getStore()?.requestId;
    const headers = {
      [identityHeader]: signIdentity(this.#signer, route.owner, { role: 'service', service: this.#service }),
      ...(traceparent ? { traceparent } : {}),
      ...(requestId ? { 'x-request-id': requestId } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
      const response = await fetch(url, {
        method: route.method,
        headers,
        redirect: 'error',
        ...body,
        signal: input.signal ? AbortSignal.any([deadline, input.signal]) : deadline,
      });
      return { response, text: await response.text() };
    } catch (cause) {
      throw new ProblemError('server.unavailable', { cause });
    }
  }
}

function parseReply(route: Route, status: number, text: string): unknown {
  try {
    return z.parse(route.responses[status] as z.ZodType, JSON.parse(text));
  } catch (cause) {
    throw new ProblemError('server.unavailable', { cause });
  }
}

/** Converts a peer's problem to an error with all its fields. */
const toProblemError = ({ code, message, errors, rev, used, allowed }: Problem, response: Response): ProblemError =>
  new ProblemError(code, {
    message,
    ...(errors ? { errors } : {}),
    ...(rev === undefined ? {} : { rev }),
    ...(used === undefined ? {} : { used }),
    ...(allowed === undefined ? {} : { allowed }),
    ...retryAfter(response),
  });

function retryAfter(response: Response): { retryAfterSeconds?: number } {
  const value = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? { retryAfterSeconds: Number(value) } : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
