import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminReadOptions } from '../session/admin-call.ts';
import type { ListParams, ListSource } from './list-source.ts';
import { type ParamChanges, type UrlParams, useUrlParams } from './use-url-params.ts';

export interface ListDefinition<Row> {
  readonly source: ListSource<Row>;
  /** The sort order when the URL has none. */
  readonly defaultSort: string;
  /** The server's names of the filters. */
  readonly filters?: readonly string[];
}

export interface AdminList<Row> {
  readonly source: ListSource<Row>;
  /** Search, sort order and filters as they are sent, without the cursor. */
  readonly params: ListParams;
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  /** True while the rows of the previous request are shown until the new ones arrive. */
  readonly isStale: boolean;
  readonly refetch: () => void;
  readonly sort: string;
  readonly query: string;
  readonly openRowId: string | null;
  /** From 1; null after a link to a later page, whose number is unknown. */
  readonly page: number | null;
  readonly isFirstPage: boolean;
  readonly hasNext: boolean;
  readonly isFiltered: boolean;
  /** The value of a filter; empty when it is not set. */
  readonly filter: (name: string) => string;
  readonly setSort: (sort: string) => void;
  readonly setQuery: (query: string) => void;
  readonly setFilters: (filters: ParamChanges) => void;
  readonly clearFilters: () => void;
  /** Opens a row's drawer; null closes it. */
  readonly open: (id: string | null) => void;
  readonly goNext: () => void;
  readonly goBack: () => void;
  readonly goFirst: () => void;
}

const firstPage = { cursor: null, row: null };

/** One page of a list. Search, sort order, filters, cursor and open row are in the URL. */
export function useAdminList<Row>({ source, defaultSort, filters = [] }: ListDefinition<Row>): AdminList<Row> {
  const urlParams = useUrlParams();
  const { params, update } = urlParams;
  const requestParams: ListParams = Object.fromEntries(
    ['q', 'sort', ...filters].map((name) => [name, params.get(name) ?? undefined]),
  );
  const cursor = params.get('cursor');
  const page = useQuery({
    queryKey: [...source.key, { ...requestParams, cursor }],
    queryFn: ({ signal }) => source.load({ ...requestParams, cursor: cursor ?? undefined }, signal),
    placeholderData: keepPreviousData,
    ...adminReadOptions,
  });
  const next = page.data?.next ?? null;
  const filterNames = ['q', ...filters];
  const updateFromFirstPage = (changes: ParamChanges, replace = false) =>
    update({ ...changes, ...firstPage }, { replace });

  return {
    source,
    params: requestParams,
    rows: page.isError ? undefined : page.data?.rows,
    error: page.error,
    isStale: page.isPlaceholderData,
    refetch: () => void page.refetch(),
    sort: params.get('sort') ?? defaultSort,
    query: params.get('q') ?? '',
    openRowId: params.get('row'),
    hasNext: next !== null,
    isFiltered: filterNames.some((name) => params.get(name) !== null),
    filter: (name) => params.get(name) ?? '',
    setSort: (sort) => updateFromFirstPage({ sort: sort === defaultSort ? null : sort }),
    setQuery: (query) => updateFromFirstPage({ q: query }, true),
    setFilters: (changes) => updateFromFirstPage(changes),
    clearFilters: () => updateFromFirstPage(Object.fromEntries(filterNames.map((name) => [name, null]))),
    open: (row) => update({ row }, { previousCursors: urlParams.previousCursors, replace: row === null }),
    ...pagination(urlParams, cursor, next),
  };
}

/**
 * Pages have cursors, which only lead forwards, so the previous cursors are kept in the history entry. A link to a
 * later page has none, so only the first page can be reached from there.
 */
function pagination({ previousCursors, update }: UrlParams, cursor: string | null, next: string | null) {
  const knowsPageNumber = cursor === null || previousCursors.length > 0;
  return {
    page: knowsPageNumber ? (cursor === null ? 1 : previousCursors.length + 1) : null,
    isFirstPage: cursor === null,
    goNext: () => update({ cursor: next, row: null }, { previousCursors: [...previousCursors, cursor ?? ''] }),
    goBack: () =>
      update({ cursor: previousCursors.at(-1) ?? '', row: null }, { previousCursors: previousCursors.slice(0, -1) }),
    goFirst: () => update(firstPage),
  };
}
