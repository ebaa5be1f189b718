import type { Route } from '@inkbear/contracts/route';
import type { Author } from './author.ts';

export interface RouteOutcome {
  readonly id: string;
  readonly status: number;
  /** Seconds; 0 without the header. */
  readonly retryAfter: number;
  /** Milliseconds from the call to its reply. */
  readonly ms: number;
}

/** Calls a route at `path`, with an empty body unless it is a GET. */
export async function callRoute(
  author: Author,
  { id, method }: Route,
  path: string,
  headers: Record<string, string>,
): Promise<RouteOutcome> {
  const startedAt = performance.now();
  const { status, headers: replied } = await author.call(method, path, method === 'GET' ? undefined : {}, headers);
  const retryAfter = Number(replied.get('retry-after') ?? 0);
  return { id, status, retryAfter, ms: Math.round(performance.now() - startedAt) };
}
