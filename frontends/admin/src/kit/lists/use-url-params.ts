import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What an entry of the browser's history holds for a list. */
interface HistoryState {
  /** The cursors of the pages before this one. */
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

/** The state of a screen, which lives in the query string so that every state can be linked to. */
export function useUrlParams(): UrlParams {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const previousCursors = (state as HistoryState | null)?.previousCursors ?? [];
  const update = useCallback(
    (changes: ParamChanges, options: UpdateOptions = {}) => {
      void navigate(pathname + applyChanges(search, changes), {
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
