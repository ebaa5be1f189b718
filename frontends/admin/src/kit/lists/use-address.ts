import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What an entry of the browser's history remembers of a list: the cursors of the pages before this one. */
interface Kept {
  readonly trail?: readonly string[];
}
export interface Step {
  readonly trail?: readonly string[];
  /** For what changes while typing: Back leaves it in one step. */
  readonly replace?: boolean;
}
export type Changes = Readonly<Record<string, string | null>>;

export interface Address {
  readonly words: URLSearchParams;
  readonly trail: readonly string[];
  /** Writes words into the address, null takes one out; the page stays where it is scrolled to. */
  readonly write: (changes: Changes, step?: Step) => void;
}

/** The state of a screen as it stands in the address. */
export function useAddress(): Address {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const trail = (state as Kept | null)?.trail ?? [];
  const write = useCallback(
    (changes: Changes, step: Step = {}) => {
      void navigate(pathname + withChanges(search, changes), {
        replace: step.replace ?? false,
        state: { keepScroll: true, trail: step.trail ?? [] },
      });
    },
    [navigate, pathname, search],
  );
  return { words: new URLSearchParams(search), trail, write };
}

export function withChanges(search: string, changes: Changes): string {
  const words = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') words.delete(name);
    else words.set(name, value);
  }
  return words.size === 0 ? '' : `?${words.toString()}`;
}
