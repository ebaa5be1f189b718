import {
  buildPath,
  type ClientBody,
  type ClientParams,
  type ClientQuery,
  type ClientReply,
  type Route,
} from '@inkbear/contracts/route';
import { errorFrom } from './api-error.ts';
import { notifyPlanRefused } from './plan-refusal.ts';

/** The input `K` of a call: absent, optional or required, as the route's schema says. */
type InputField<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: never }
  : undefined extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Pass the same key when retrying an action; by default each call gets a new one. */
  readonly idempotencyKey?: string;
}
/** Exactly the inputs that the route's schemas declare. */
export type CallInput<R extends Route> = InputField<'params', ClientParams<R>> &
  InputField<'query', ClientQuery<R>> &
  InputField<'body', ClientBody<R>> &
  CallOptions;
export type CallArguments<R extends Route> = {} extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

interface LooseInput extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface CallResult<T> {
  readonly body: T;
  readonly status: number;
  readonly headers: Headers;
}

/**
 * Calls a route and returns the body of its reply: parsed JSON, a Blob for a file, undefined for an empty one.
 * @throws ApiError unless the reply is a success
 */
export async function call<R extends Route>(route: R, ...input: CallArguments<R>): Promise<ClientReply<R>> {
  return (await callWithHeaders(route, ...input)).body;
}

/** Like `call`, but also returns the status and the headers (`ETag`, `Link`). */
export async function callWithHeaders<R extends Route>(
  route: R,
  ...[input]: CallArguments<R>
): Promise<CallResult<ClientReply<R>>> {
  const response = await send(route, (input ?? {}) as LooseInput, 'application/json');
  const body = (await readBody(route, response)) as ClientReply<R>;
  return { body, status: response.status, headers: response.headers };
}

/** The fetch behind every call; throws unless the reply is a success. */
export async function send(route: Route, input: LooseInput, accept: string): Promise<Response> {
  const hasBody = input.body !== undefined;
  const isForm = input.body instanceof FormData;
  const headers: Record<string, string> = { ...commonHeaders(accept), ...input.headers };
  if (hasBody && !isForm) headers['Content-Type'] = 'application/json';
  if (route.idempotent === true) headers['Idempotency-Key'] = input.idempotencyKey ?? crypto.randomUUID();
  return await fetchOrThrow(buildPath(route, input.params) + search(input.query), {
    method: route.method,
    headers,
    ...(hasBody ? { body: isForm ? input.body : JSON.stringify(input.body) } : {}),
    ...(input.signal ? { signal: input.signal } : {}),
  });
}

/**
 * Reads JSON from an API path that is only known at run time, such as one from a manifest.
 * @throws ApiError unless the reply is a success
 */
export async function callPath(path: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetchOrThrow(path, { headers: commonHeaders('application/json'), signal });
  return await response.json();
}

/** Reads send the time zone too, because the current date depends on it. */
const commonHeaders = (accept: string): Record<string, string> => ({
  Accept: accept,
  'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
});

async function fetchOrThrow(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials: 'same-origin', cache: 'no-store' });
  if (!response.ok) {
    const error = await errorFrom(response);
    notifyPlanRefused(error);
    throw error;
  }
  return response;
}

async function readBody(route: Route, response: Response): Promise<unknown> {
  const shape = route.responses[response.status];
  if (response.status === 204 || (shape && 'kind' in shape && shape.kind === 'empty')) return undefined;
  if (shape && 'kind' in shape && shape.kind === 'file') return response.blob();
  return response.json();
}

function search(query: Readonly<Record<string, unknown>> | undefined): string {
  const given = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => [key, String(value)]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
