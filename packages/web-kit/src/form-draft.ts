import { useEffect } from 'react';
import { guardSignOut } from './sign-out-guard.ts';

interface Draft {
  readonly values: unknown;
  /** Sends the values; false when they cannot be saved. It tells of failures itself and never throws. */
  readonly save: () => Promise<boolean>;
}

/** What was typed into forms and is not saved yet, for as long as the tab lives: a form that closes loses nothing. */
const drafts = new Map<string, Draft>();

async function save(key: string): Promise<boolean> {
  const draft = drafts.get(key);
  if (draft === undefined) return true;
  const isSaved = await draft.save();
  // Who typed on meanwhile has another draft by now.
  if (isSaved && drafts.get(key) === draft) drafts.delete(key);
  return isSaved;
}

window.addEventListener('beforeunload', (event) => { if (drafts.size > 0) event.preventDefault(); });
guardSignOut({
  save: async () => (await Promise.all([...drafts.keys()].map(save))).every(Boolean),
  forget: () => {
    drafts.clear();
    return Promise.resolve();
  },
});

/** What was left unsaved in the form of this name; undefined when nothing was. */
export const draftOf = <T>(key: string): T | undefined => drafts.get(key)?.values as T | undefined;

/** Keeps what a form holds while it is unsaved, and saves it when the form closes. Null: nothing is unsaved. */
export function useFormDraft(key: string, draft: Draft | null): void {
  useEffect(() => {
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
  });
  useEffect(() => () => void save(key), [key]);
}
