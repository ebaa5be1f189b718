import { useEffect, useState } from 'react';
import { warnBeforeUnload } from './page-unload.ts';
import { guardSignOut } from './sign-out-guard.ts';
import { tabOwner } from './tab-owner.ts';
import { clearPersisted, persistOnPageHide, readPersisted, writePersisted } from './tab-storage.ts';

interface Draft {
  readonly values: unknown;
  /** Saves the values; false on failure. It reports errors to the user itself and never throws. */
  readonly save: () => Promise<boolean>;
}

/** Unsaved values of forms by key. They survive closing the form and, in sessionStorage, reloading the page. */
const drafts = new Map<string, Draft>();

async function saveDraft(key: string): Promise<boolean> {
  const draft = drafts.get(key);
  if (draft === undefined) return true;
  const isSaved = await draft.save();
  // Further typing during the save has created a newer draft, which stays.
  if (isSaved && drafts.get(key) === draft) drafts.delete(key);
  return isSaved;
}

const storageName = 'forms';
/** Drafts from before the reload. The first form that is opened with a draft's key receives it. */
const restored = new Map(Object.entries(readPersisted(storageName)));
const toJson = () =>
  Object.fromEntries([...restored, ...[...drafts].map(([key, { values }]) => [key, values] as const)]);
persistOnPageHide(storageName, toJson);
warnBeforeUnload(() => drafts.size > 0);
tabOwner.onChange(({ from, to }) => {
  if (from !== '') {
    // Unsaved values are kept for the same user; no other user sees or sends them.
    if (to === '') writePersisted(storageName, from, toJson());
    drafts.clear();
    restored.clear();
  } else writePersisted(storageName, '', {});
  for (const [key, values] of Object.entries(readPersisted(storageName, to)))
    if (!restored.has(key)) restored.set(key, values);
});
guardSignOut({
  save: async () => (await Promise.all([...drafts.keys()].map(saveDraft))).every(Boolean),
  discard: () => {
    drafts.clear();
    restored.clear();
    clearPersisted(storageName);
    return Promise.resolve();
  },
});

/** The unsaved values of the form with this key; undefined without any. */
export const findDraft = <T>(key: string): T | undefined =>
  (drafts.get(key)?.values ?? restored.get(key)) as T | undefined;

/** Keeps a form's unsaved values and saves them when the form closes. Pass null while nothing is unsaved. */
export function useFormDraft(key: string, draft: Draft | null): void {
  const [owner] = useState(tabOwner.current);
  useEffect(() => {
    // A form may render once more between the end of a session and the redirect to the sign-in page.
    if (owner !== '' && owner !== tabOwner.current()) return;
    restored.delete(key);
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
  });
  useEffect(() => () => void saveDraft(key), [key]);
}
