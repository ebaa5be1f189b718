import { getChapter } from '@inkbear/contracts/books/chapter';
import { getStory } from '@inkbear/contracts/stories/story';
import { call } from '@inkbear/web-kit/api.ts';
import type { UnsentDocuments } from '../saving/journal-recovery.ts';
import { type Manuscript, manuscriptOf } from '../saving/manuscript.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { lastChapter } from '../features/chapters/last-chapter.ts';
import { documents } from '../features/writing/tab-documents.ts';
import { manuscriptPort } from '../features/writing/manuscript-port.ts';

function portOf(documentId: string) {
  const manuscript = manuscriptOf(documentId);
  return manuscript && manuscriptPort(manuscript);
}

/**
 * Saves the unsaved text of earlier visits that this browser has stored, also for documents that are not open: on
 * sign-in and whenever the network is back. A toast links to a document that needs the author's decision.
 */
export function useRecoverUnsaved(): void {
  const { user } = useSession();
  const navigate = useNavigate();
  const userId = user?.id;
  const go = useRef(navigate);
  // `navigate` may change on each page. A ref keeps that from starting another recovery.
  useLayoutEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    const send = async () => {
      await documents.beginSession(userId);
      const unsent = await documents.recover(userId, portOf);
      const [first] = unsent.ids;
      if (first === undefined && !unsent.isComplete) return showJournalUnreadableToast(() => void send());
      if (first === undefined || !navigator.onLine) return;
      await showUnsent(unsent, first, (path) => void go.current(path));
    };
    const onOnline = () => void send();
    onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [userId]);
}

/** A document's title and the page that opens it. */
interface DocumentLink {
  readonly title: string;
  readonly open: () => string;
}

async function findLink({ kind, id }: Manuscript): Promise<DocumentLink> {
  if (kind === 'story') return { title: (await call(getStory, { params: { id } })).title, open: () => `/story/${id}` };
  const { title, bookId } = await call(getChapter, { params: { id } });
  const open = () => {
    lastChapter.save(bookId, id);
    return `/book/${bookId}`;
  };
  return { title, open };
}

/** Says that the journal of this browser cannot be read. */
function showJournalUnreadableToast(onTryAgain: () => void): void {
  showToast({
    title: 'Words from an earlier visit may not be saved yet',
    description:
      'The storage of this browser cannot be read, so we cannot tell whether it still holds unsaved words. Try ' +
      'again, or restart the browser. Do not clear this site’s data first; that would delete them.',
    tone: 'destructive',
    durationMs: 20_000,
    action: { label: 'Try again', run: onTryAgain },
  });
}

function textOfOthers(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' One more text has unsaved words.' : ` ${count} more texts have unsaved words.`;
}

/** @param documentId the unsent document that the toast links to */
async function showUnsent(unsent: UnsentDocuments, documentId: string, go: (path: string) => void): Promise<void> {
  const manuscript = manuscriptOf(documentId);
  try {
    showUnsentToast(unsent, manuscript, manuscript && (await findLink(manuscript)), go);
  } catch (error) {
    if (!handleUnauthorised(error)) showUnsentToast(unsent, manuscript, null, go);
  }
}

function showUnsentToast(
  { ids: { length: count }, isComplete }: UnsentDocuments,
  manuscript: Manuscript | null,
  link: DocumentLink | null,
  go: (path: string) => void,
): void {
  const title = 'Words from an earlier visit are not saved yet';
  const others =
    textOfOthers(count - 1) +
    (isComplete ? '' : ' Other texts may have unsaved words too: the storage of this browser cannot be read.');
  const noun = manuscript?.kind ?? 'text';
  if (link === null) {
    showToast({
      title,
      description: `They are still in this browser. Their ${noun} cannot be opened at the moment. If it is in the trash, restore it and open it.${others}`,
      tone: 'destructive',
      durationMs: 20_000,
      action: { label: 'Trash', run: () => go('/trash') },
    });
    return;
  }
  showToast({
    title,
    description: `Words from “${link.title}” are stored in this browser, because the ${noun} was changed elsewhere. Open it to decide which text to keep.${others}`,
    durationMs: 20_000,
    action: { label: 'Open', run: () => go(link.open()) },
  });
}
