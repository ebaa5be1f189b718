import { getChapter } from '@inkbear/contracts/books/chapter';
import { getStory } from '@inkbear/contracts/stories/story';
import { call } from '@inkbear/web-kit/api.ts';
import { type Manuscript, manuscriptOf } from '../saving/manuscript.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { lastChapter } from '../features/chapters/last-chapter.ts';
import { documents } from '../features/writing/documents.ts';
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
      const unsaved = await documents.recover(userId, portOf);
      const [first] = unsaved;
      if (first === undefined || !navigator.onLine) return;
      const manuscript = manuscriptOf(first);
      showUnsavedToast(
        unsaved.length,
        manuscript,
        manuscript && (await findLink(manuscript).catch(() => null)),
        (path) => void go.current(path),
      );
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

function showUnsavedToast(
  count: number,
  manuscript: Manuscript | null,
  link: DocumentLink | null,
  go: (path: string) => void,
): void {
  const title = 'Words from an earlier visit are not saved yet';
  const others =
    count === 1
      ? ''
      : count === 2
        ? ' One more text has unsaved words.'
        : ` ${count - 1} more texts have unsaved words.`;
  const noun = manuscript?.kind ?? 'text';
  if (link === null) {
    showToast({
      title,
      description: `They are stored in this browser, because their ${noun} cannot be opened at the moment. If it is in the trash, restore it and open it.${others}`,
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
