import type { ClientReply, Route } from '@inkbear/contracts/route';
import type { CallArguments } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { adminCallWithHeaders } from '../session/admin-call.ts';

/** The query parameters of a list request, as in the URL. */
export type ListParams = Readonly<Record<string, string | number | undefined>>;
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}
export interface ListSource<Row> {
  /** The key prefix of all pages of the list. */
  readonly key: readonly unknown[];
  readonly load: (params: ListParams, signal?: AbortSignal) => Promise<ListPage<Row>>;
}

type RowOf<R extends Route> = ClientReply<R> extends readonly (infer Row)[] ? Row : never;

/** A route that replies with a list, paged by the `Link` header. */
export function listSource<R extends Route>(route: R): ListSource<RowOf<R>> {
  return {
    key: readKey(route, ...([] as unknown as CallArguments<R>)),
    load: async (query, signal) => {
      const { body, headers } = await adminCallWithHeaders(
        route,
        ...([{ query, ...(signal ? { signal } : {}) }] as unknown as CallArguments<R>),
      );
      return { rows: body as unknown as RowOf<R>[], next: parseNextCursor(headers.get('Link')) };
    },
  };
}

/** `</api/admin/users?cursor=abc>; rel="next"` → `abc`. */
export function parseNextCursor(link: string | null): string | null {
  const [target = '', ...parameters] = (link ?? '').split(';').map((part) => part.trim());
  const start = target.indexOf('?');
  const isNext = parameters.includes('rel="next"') || parameters.includes('rel=next');
  if (start < 0 || !isNext || !target.endsWith('>')) return null;
  return new URLSearchParams(target.slice(start + 1, -1)).get('cursor');
}
