import { Journal } from '@inkbear/web-kit/saving/journal.ts';
import { OpenDocuments } from '@inkbear/web-kit/saving/open-documents.ts';
import { browserLocks } from '@inkbear/web-kit/saving/tab-locks.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';

/** Unacknowledged words in this browser. */
export const journal = new Journal(browserLocks);
/** Everything that is open or still on its way to the server in this tab. */
export const documents = new OpenDocuments(journal, (error) => void handleUnauthorised(error));
