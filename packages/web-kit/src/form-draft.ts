import { useEffect, useState } from 'react';
import { warnBeforeUnload, clearPersisted, persistOnPageHide, readPersisted, writePersisted } from './page-unload.ts';
import { guardSignOut } from './sign-out-guard.ts';
import { tabOwner } from './tab-owner.ts';

interface Draft {
  readonly values: unknown;
  /** Sends the values; false when they cannot be saved. It tells of failures itself and never throws. */
  readonly save: () => Promise<boolean>;
}

/**
 * What was typed into forms and is not saved yet, for as long as the tab lives: a form that closes, or a page that is
 * loaded anew, loses nothing.
 */
const drafts = new Map<string, Draft>();

async function saveDraft(key: string): Promise<boolean> {
  const draft = drafts.get(key);
  if (draft === undefined) return true;
  const isSaved = await draft.save();
  // Who typed on meanwhile has another draft by now.
  if (isSaved && drafts.get(key) === draft) drafts.delete(key);
  return isSaved;
}

const store = 'forms';
/** Of the page before; each is for the form that opens first. */
const restored = new Map(Object.entries(readPersisted(store)));
const toJson = () =>
  Object.fromEntries([...restored, ...[...drafts].map(([key, { values }]) => [key, values] as const)]);
persistOnPageHide(store, toJson);
warnBeforeUnload(() => drafts.size > 0);
tabOwner.onChange(({ from, to }) => {
  if (from !== '') {
    // Unsaved values wait for the same user; nobody else sees or sends them.
    if (to === '') writePersisted(store, from, toJson());
    drafts.clear();
    restored.clear();
  } else writePersisted(store, '', {});
  for (const [key, values] of Object.entries(readPersisted(store, to)))
    if (!restored.has(key)) restored.set(key, values);
});
guardSignOut({
  save: async () => (await Promise.all([...drafts.keys()].map(saveDraft))).every(Boolean),
  forget: () => {
    drafts.clear();
    restored.clear();
    clearPersisted(store);
    return Promise.resolve();
  },
});

/** What was left unsaved in the form of this name; undefined when nothing was. */
export const findDraft = <T>(key: string): T | undefined =>
  (drafts.get(key)?.values ?? restored.get(key)) as T | undefined;

/** Keeps what a form holds while it is unsaved, and saves it when the form closes. Null: nothing is unsaved. */
export function useFormDraft(key: string, draft: Draft | null): void {
  const [owner] = useState(tabOwner.current);
  useEffect(() => {
    // Between the end of a session and the page that asks to sign in, a form may be drawn once more.
    if (owner !== '' && owner !== tabOwner.current()) return;
    restored.delete(key);
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
  });
  useEffect(() => () => void saveDraft(key), [key]);
}
