import { Journal } from '@inkbear/web-kit/saving/journal.ts';
import { OpenDocuments } from '@inkbear/web-kit/saving/open-documents.ts';
import { browserLocks } from '@inkbear/web-kit/saving/tab-locks.ts';
import { guardSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { guardLeaving } from './guard-leaving.ts';

/** Everything that is open or still on its way to the server in this tab. */
export const documents = new OpenDocuments(new Journal(browserLocks), (error) => void handleUnauthorised(error));

// For as long as the tab lives, not the author's pages: a chapter that was left goes on saving while another page is shown.
guardLeaving(documents);
guardSignOut({
  save: async () => {
    await documents.flushAll();
    return !documents.hasUnsaved();
  },
  forget: () => documents.abandonAll(),
});
