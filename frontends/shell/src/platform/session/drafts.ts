import { JournalStore } from '@inkbear/web-kit/saving/journal-store.ts';
import { forgetAfterSignOut, saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { userDrafts } from '@inkbear/web-kit/user-drafts.ts';
import { askToLeave } from './leave-question.ts';

const journal = new JournalStore();

/**
 * Saves what the remotes hold; what is left, in any tab of this browser, is asked about. True when logging out may go
 * on.
 */
export async function mayLeaveDrafts(userId: string): Promise<boolean> {
  const isSaved = await saveEverything();
  return (isSaved && (await journal.countFor(userId)) === 0) || askToLeave('sign-out');
}

/** After the end of the session nothing that this user wrote stays in the browser. */
export async function forgetDrafts(userId: string): Promise<void> {
  await forgetAfterSignOut();
  // Also what remotes left here that this page has not loaded.
  userDrafts.removeAll(userId);
  try {
    if ('indexedDB' in globalThis) await journal.wipe(userId);
  } catch {
    showToast({
      title: 'Some words may still be in this browser',
      description: 'They could not be removed. Clear the data of this site on a computer that is not yours.',
      tone: 'destructive',
    });
  }
}
