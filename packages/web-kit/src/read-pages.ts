import { buildPath, type ClientReply, type Route } from '@inkbear/contracts/route';
import { queryOptions } from '@tanstack/react-query';
import { type CallArguments, type CallInput, callWithHeaders } from './api.ts';
import { readKey } from './read.ts';

/** The row type of a list route. Long lists are paged; each page has a `Link` header to the next one. */
type RowOf<R extends Route> = ClientReply<R> extends readonly (infer Row)[] ? Row : never;
type Query = Readonly<Record<string, string>>;

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The query of the next page; null on the last one. */
  readonly next: Query | null;
}

/** The argument of the function that reads one page. */
interface PageContext {
  readonly signal: AbortSignal;
  readonly pageParam: Query | null;
}

interface PageOptions {
  /** The maximum number of pages that are read. */
  readonly maxPages: number;
}

/**
 * One page of a list.
 * @param query of this page, from the `Link` header of the page before; null for the first
 * @throws ApiError as `call`; an Error when the server links to another origin or path, which is never followed
 */
async function callPage<R extends Route>(route: R, input: CallInput<R>, query: Query | null): Promise<Page<RowOf<R>>> {
  const given = query === null ? input : { ...input, query };
  const { body, headers } = await callWithHeaders(route, ...([given] as unknown as CallArguments<R>));
  const path = buildPath(route, (input as { params?: Readonly<Record<string, string | number>> }).params);
  return { rows: body as unknown as RowOf<R>[], next: nextQuery(headers.get('Link'), path) };
}

/** Every row of a list, page after page, up to `maxPages`. */
export async function callAllPages<R extends Route>(
  route: R,
  input: CallInput<R>,
  { maxPages }: PageOptions,
): Promise<RowOf<R>[]> {
  const rows: RowOf<R>[] = [];
  const seen = new Set<string>();
  let query: Query | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const { rows: more, next }: Page<RowOf<R>> = await callPage(route, input, query);
    rows.push(...more);
    const name = JSON.stringify(next);
    // Stop at a link back to an earlier page, which would be an endless loop.
    if (next === null || seen.has(name)) break;
    seen.add(name);
    query = next;
  }
  return rows;
}

/** A paged list as one query with all its rows: `useQuery(readAll(listFindings, { params }, { maxPages: 4 }))`. */
export function readAll<R extends Route>(route: R, input: CallInput<R>, options: PageOptions) {
  return queryOptions({
    queryKey: [...readKey(route, ...([input] as unknown as CallArguments<R>)), 'all'] as const,
    queryFn: ({ signal }): Promise<RowOf<R>[]> => callAllPages(route, { ...input, signal }, options),
  });
}

/** A paged list that loads pages on request: `useInfiniteQuery(readPages(listRevisions, { params }, { maxPages: 40 }))`. */
export function readPages<R extends Route>(route: R, input: CallInput<R>, { maxPages }: PageOptions) {
  return {
    queryKey: pagesKey(route, input),
    queryFn: ({ signal, pageParam }: PageContext): Promise<Page<RowOf<R>>> =>
      callPage(route, { ...input, signal }, pageParam),
    initialPageParam: null as Query | null,
    getNextPageParam: ({ next }: Page<RowOf<R>>, pages: readonly unknown[]): Query | null =>
      pages.length < maxPages ? next : null,
  };
}

/** The key of `readPages`. */
export const pagesKey = <R extends Route>(route: R, input: CallInput<R>) =>
  [...readKey(route, ...([input] as unknown as CallArguments<R>)), 'pages'] as const;

/**
 * The query of the link with `rel="next"`; null without one.
 * @throws Error for a link to another origin or path, because the request would carry the user's session there
 */
export function nextQuery(link: string | null, path: string): Query | null {
  for (const part of (link ?? '').split(/,(?=\s*<)/)) {
    const [, target, parameters = ''] = /^\s*<([^>]*)>([^<]*)$/.exec(part) ?? [];
    if (target === undefined || !parameters.split(';').some((each) => /^\s*rel\s*=\s*"?next"?\s*$/i.test(each)))
      continue;
    const url = new URL(target, origin);
    if (url.origin !== new URL(origin).origin || url.pathname !== path) {
      throw new Error('The next page of a list must be at the address of the list.');
    }
    return Object.fromEntries(url.searchParams);
  }
  return null;
}

/** A placeholder outside of a browser (tests, the build), where only paths are compared. */
const origin = typeof window === 'undefined' ? 'http://localhost' : window.location.origin;
