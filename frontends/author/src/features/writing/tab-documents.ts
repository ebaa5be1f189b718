import { Journal } from '../../saving/journal.ts';
import { OpenDocuments } from '../../saving/open-documents.ts';
import { browserLocks } from '../../saving/tab-locks.ts';
import { guardSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { guardUnload } from './guard-unload.ts';

/** All documents of this tab that are open or still being saved. */
export const documents = new OpenDocuments(new Journal(browserLocks), (error) => void handleUnauthorised(error));

// Registered once for the life of the tab: a closed chapter continues saving while another page is shown.
guardUnload(documents);
guardSignOut({
  save: async () => {
    await documents.flushAll();
    return !documents.hasUnsaved();
  },
  discard: () => documents.abandonAll(),
});
