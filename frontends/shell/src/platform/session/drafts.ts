import { JournalStore } from '@inkbear/web-kit/journal/journal-store.ts';
import { discardAfterSignOut, saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { userDrafts } from '@inkbear/web-kit/user-drafts.ts';
import { askToLeave } from './leave-question.ts';

const journal = new JournalStore();

/**
 * Saves unsaved work; when some is left in any tab of this browser, asks the user. True when the sign-out may continue.
 */
export async function saveOrConfirmLoss(userId: string): Promise<boolean> {
  const isSaved = await saveEverything();
  return (isSaved && (await journal.countFor(userId)) === 0) || askToLeave('sign-out');
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
