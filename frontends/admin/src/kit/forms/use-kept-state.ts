import { type Dispatch, type SetStateAction, useCallback, useState } from 'react';
import { adminSession } from '../session/admin-session.ts';

/** What was typed into the forms of this tab, by the form's name. */
const kept = new Map<string, unknown>();
adminSession.subscribe(() => {
  if (adminSession.wasLeft()) kept.clear();
});

/** `useState` that outlives its form, and the end of a session under it; logging out forgets it. */
export function useKeptState<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial));
  const keep = useCallback(
    (change: SetStateAction<T>) =>
      setValue((before) => {
        const next = typeof change === 'function' ? (change as (value: T) => T)(before) : change;
        kept.set(name, next);
        return next;
      }),
    [name],
  );
  return [value, keep];
}
