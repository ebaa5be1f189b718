import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The history state of a list. */
interface HistoryState {
  /** The cursors of the previous pages. */
  readonly previousCursors?: readonly string[];
}
export interface UpdateOptions {
  readonly previousCursors?: readonly string[];
  /** Replaces the history entry, so that Back skips the intermediate states of a search while typing. */
  readonly replace?: boolean;
}
export type ParamChanges = Readonly<Record<string, string | null>>;

export interface UrlParams {
  readonly params: URLSearchParams;
  readonly previousCursors: readonly string[];
  /** Sets query parameters; null removes one. The page keeps its scroll position. */
  readonly update: (changes: ParamChanges, options?: UpdateOptions) => void;
}

/** The state of a screen in the query string, so that every state has a URL. */
export function useUrlParams(): UrlParams {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const previousCursors = (state as HistoryState | null)?.previousCursors ?? [];
  // The query string of an update whose location has not been rendered yet. A second update must not undo the first.
  const pending = useRef<string | null>(null);
  useEffect(() => void (pending.current = null), [search]);
  const update = useCallback(
    (changes: ParamChanges, options: UpdateOptions = {}) => {
      pending.current = applyChanges(pending.current ?? search, changes);
      void navigate(pathname + pending.current, {
        replace: options.replace ?? false,
        state: { keepScroll: true, previousCursors: options.previousCursors ?? [] },
      });
    },
    [navigate, pathname, search],
  );
  return { params: new URLSearchParams(search), previousCursors, update };
}

/** The query string after the changes, with its question mark; empty when no parameter is left. */
export function applyChanges(search: string, changes: ParamChanges): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') params.delete(name);
    else params.set(name, value);
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
