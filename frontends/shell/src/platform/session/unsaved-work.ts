import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { confirmUnsavedChanges } from '@inkbear/web-kit/confirm-unsaved-changes.ts';
import { discardAfterSignOut, saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { userDrafts } from '@inkbear/web-kit/user-drafts.ts';
import { areOtherTabsSaved } from './unsaved-tabs.ts';

const journal = new JournalStore();

/**
 * Saves the unsaved work of all tabs of this browser, and asks the user if some could not be saved. True when the
 * sign-out may continue.
 */
export async function saveOrConfirmLoss(userId: string): Promise<boolean> {
  const tabs = await Promise.all([saveEverything(), areOtherTabsSaved()]);
  const { entries, isComplete } = await journal.entriesOf(userId);
  if (!tabs.every(Boolean) || entries.length > 0) return confirmUnsavedChanges('sign-out');
  return isComplete || confirmUnsavedChanges('sign-out-unlisted');
}

/** Removes everything that this user wrote from the browser after a sign-out. */
export async function removeDrafts(userId: string): Promise<void> {
  await discardAfterSignOut();
  // Includes drafts of remotes that this page has not loaded.
  userDrafts.removeAll(userId);
  try {
    if ('indexedDB' in globalThis) await journal.wipe(userId);
  } catch {
    showToast({
      title: 'Some words may still be in this browser',
      description: 'They could not be removed. On a shared computer, clear this site’s data in the browser’s settings.',
      tone: 'destructive',
    });
  }
}
