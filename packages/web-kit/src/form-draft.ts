import { useEffect } from 'react';
import { askBeforeLeaving, forgetLeft, leaveForNextPage, readLeft } from './leaving-page.ts';
import { guardSignOut } from './sign-out-guard.ts';

interface Draft {
  readonly values: unknown;
  /** Sends the values; false when they cannot be saved. It tells of failures itself and never throws. */
  readonly save: () => Promise<boolean>;
}

/** What was typed into forms and is not saved yet, for as long as the tab lives: a form that closes, or a page that is loaded anew, loses nothing. */
const drafts = new Map<string, Draft>();

async function save(key: string): Promise<boolean> {
  const draft = drafts.get(key);
  if (draft === undefined) return true;
  const isSaved = await draft.save();
  // Who typed on meanwhile has another draft by now.
  if (isSaved && drafts.get(key) === draft) drafts.delete(key);
  return isSaved;
}

const store = 'forms';
/** Of the page before; each is for the form that opens first. */
const left = new Map(Object.entries(readLeft(store)));
leaveForNextPage(store, () => Object.fromEntries([...left, ...[...drafts].map(([key, { values }]) => [key, values] as const)]));
askBeforeLeaving(() => drafts.size > 0);
guardSignOut({
  save: async () => (await Promise.all([...drafts.keys()].map(save))).every(Boolean),
  forget: () => {
    drafts.clear();
    left.clear();
    forgetLeft(store);
    return Promise.resolve();
  },
});

/** What was left unsaved in the form of this name; undefined when nothing was. */
export const draftOf = <T>(key: string): T | undefined => (drafts.get(key)?.values ?? left.get(key)) as T | undefined;

/** Keeps what a form holds while it is unsaved, and saves it when the form closes. Null: nothing is unsaved. */
export function useFormDraft(key: string, draft: Draft | null): void {
  useEffect(() => {
    left.delete(key);
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
  });
  useEffect(() => () => void save(key), [key]);
}
