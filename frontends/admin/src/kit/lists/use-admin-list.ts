import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminReadOptions } from '../session/admin-call.ts';
import type { ListSource, ListWords } from './list-source.ts';
import { type Address, useAddress } from './use-address.ts';

export interface ListDefinition<Row> {
  readonly source: ListSource<Row>;
  /** The list's sort when the address names none. */
  readonly defaultSort: string;
  /** Names of the filters as the server knows them. */
  readonly filters?: readonly string[];
}

export interface AdminList<Row> {
  readonly source: ListSource<Row>;
  /** The filter as it is sent, without the page. */
  readonly words: ListWords;
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  /** What is shown is of before; the new rows are on their way. */
  readonly isStale: boolean;
  readonly refetch: () => void;
  readonly sort: string;
  readonly query: string;
  readonly openRow: string | null;
  /** From 1 on; null when the address leads into the middle and nobody knows how far. */
  readonly page: number | null;
  readonly isFirstPage: boolean;
  readonly hasNext: boolean;
  readonly isFiltered: boolean;
  readonly filter: (name: string) => string;
  readonly setSort: (sort: string) => void;
  readonly setQuery: (query: string) => void;
  readonly setFilters: (filters: Readonly<Record<string, string | null>>) => void;
  readonly clear: () => void;
  readonly open: (id: string | null) => void;
  readonly goNext: () => void;
  readonly goBack: () => void;
  readonly goFirst: () => void;
}

const firstPage = { cursor: null, row: null };

/** A list of the console: what is asked stands in the address, what came is one page of it. */
export function useAdminList<Row>({ source, defaultSort, filters = [] }: ListDefinition<Row>): AdminList<Row> {
  const address = useAddress();
  const { words: given, write } = address;
  const asked: ListWords = Object.fromEntries(
    ['q', 'sort', ...filters].map((name) => [name, given.get(name) ?? undefined]),
  );
  const cursor = given.get('cursor');
  const query = useQuery({
    queryKey: [...source.key, { ...asked, cursor }],
    queryFn: ({ signal }) => source.load({ ...asked, cursor: cursor ?? undefined }, signal),
    placeholderData: keepPreviousData,
    ...adminReadOptions,
  });
  const next = query.data?.next ?? null;
  const names = ['q', ...filters];
  const narrow = (changes: Readonly<Record<string, string | null>>, replace = false) =>
    write({ ...changes, ...firstPage }, { replace });
  return {
    source,
    words: asked,
    rows: query.isError ? undefined : query.data?.rows,
    error: query.error,
    isStale: query.isPlaceholderData,
    refetch: () => void query.refetch(),
    sort: given.get('sort') ?? defaultSort,
    query: given.get('q') ?? '',
    openRow: given.get('row'),
    hasNext: next !== null,
    isFiltered: names.some((name) => given.get(name) !== null),
    filter: (name) => given.get(name) ?? '',
    setSort: (sort) => narrow({ sort: sort === defaultSort ? null : sort }),
    setQuery: (text) => narrow({ q: text }, true),
    setFilters: narrow,
    clear: () => narrow(Object.fromEntries(names.map((name) => [name, null]))),
    open: (row) => write({ row }, { trail: address.trail, replace: row === null }),
    ...pages(address, cursor, next),
  };
}

/** Pages are behind cursors: the way back is remembered, and from a link into the middle it leads to the beginning. */
function pages({ trail, write }: Address, cursor: string | null, next: string | null) {
  const before = trail.at(-1) ?? '';
  const knowsTheWay = cursor === null || trail.length > 0;
  return {
    page: knowsTheWay ? (cursor === null ? 1 : trail.length + 1) : null,
    isFirstPage: cursor === null,
    goNext: () => write({ cursor: next, row: null }, { trail: [...trail, cursor ?? ''] }),
    goBack: () => write({ cursor: before, row: null }, { trail: trail.slice(0, -1) }),
    goFirst: () => write(firstPage),
  };
}
