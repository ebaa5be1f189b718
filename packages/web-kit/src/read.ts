import { buildPath, type ClientReply, type Route } from '@inkbear/contracts/route';
import { queryOptions } from '@tanstack/react-query';
import { generatePath } from 'react-router-dom';
import { call, type CallArguments, callPath } from './api.ts';

interface RouteInputs {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
}

/** The query key of a GET: its path split at slashes, so that the prefix `['api', 'books', id]` matches all of a book. */
export function readKey<R extends Route>(route: R, ...[input]: CallArguments<R>): readonly unknown[] {
  const { params, query } = (input ?? {}) as RouteInputs;
  const path = pathKey(buildPath(route, params));
  return query === undefined ? path : [...path, query];
}

/** The query key of a path without a query. */
export const pathKey = (path: string): readonly string[] => path.split('/').filter(Boolean);

/** A GET route as a query of React Query: `useQuery(read(getBook, { params: { id } }))`. */
export function read<R extends Route>(route: R, ...input: CallArguments<R>) {
  return queryOptions({
    queryKey: readKey(route, ...input),
    queryFn: ({ signal }): Promise<ClientReply<R>> =>
      call(route, ...([{ ...input[0], signal }] as unknown as CallArguments<R>)),
  });
}

/**
 * A GET route without a query by its path, as a page's manifest names it: `readPath('/api/books/:id', { id })` is the
 * same query as `read(getBook, { params: { id } })`.
 */
export function readPath(pattern: string, params: Readonly<Record<string, string | undefined>>) {
  const path = generatePath(pattern, params);
  return queryOptions({ queryKey: pathKey(path), queryFn: ({ signal }) => callPath(path, signal) });
}
