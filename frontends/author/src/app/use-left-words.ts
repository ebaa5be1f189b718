import { getChapter } from '@inkbear/contracts/books/chapter';
import { getStory } from '@inkbear/contracts/stories/story';
import { call } from '@inkbear/web-kit/api.ts';
import { type Manuscript, manuscriptOf } from '@inkbear/web-kit/saving/manuscript.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { lastChapter } from '../features/chapters/last-chapter.ts';
import { documents } from '../features/writing/documents.ts';
import { manuscriptPort } from './manuscript/manuscript-port.ts';

function portOf(documentId: string) {
  const manuscript = manuscriptOf(documentId);
  return manuscript && manuscriptPort(manuscript);
}

/**
 * Words that an earlier window left in this browser go to the server as soon as their author is here and whenever the network comes
 * back, also those of texts that nobody opens again. What cannot be saved without the author is told, with the way there.
 */
export function useLeftWords(): void {
  const { user } = useSession();
  const navigate = useNavigate();
  const userId = user?.id;
  const go = useRef(navigate);
  // Some routers hand out another one on each page, and that is no reason to look again.
  useLayoutEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    const send = async () => {
      await documents.beginSession(userId);
      const left = await documents.recover(userId, portOf);
      const [first] = left;
      if (first === undefined || !navigator.onLine) return;
      const manuscript = manuscriptOf(first);
      tell(
        left.length,
        manuscript,
        manuscript && (await findPlace(manuscript).catch(() => null)),
        (path) => void go.current(path),
      );
    };
    const onOnline = () => void send();
    onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [userId]);
}

/** What it is called, and the page that opens it. */
interface Place {
  readonly title: string;
  readonly open: () => string;
}

async function findPlace({ kind, id }: Manuscript): Promise<Place> {
  if (kind === 'story') return { title: (await call(getStory, { params: { id } })).title, open: () => `/story/${id}` };
  const { title, bookId } = await call(getChapter, { params: { id } });
  const open = () => {
    lastChapter.keep(bookId, id);
    return `/book/${bookId}`;
  };
  return { title, open };
}

function tell(count: number, manuscript: Manuscript | null, place: Place | null, go: (path: string) => void): void {
  const title = 'Words from an earlier visit are not saved yet';
  const others = count === 1 ? '' : ` So do words of ${count - 1} more.`;
  const noun = manuscript?.kind ?? 'text';
  if (place === null) {
    showToast({
      title,
      description: `They wait in this browser: their ${noun} cannot be opened just now. If it is in the trash, restore it and open it.${others}`,
      tone: 'destructive',
      durationMs: 20_000,
      action: { label: 'Trash', run: () => go('/trash') },
    });
    return;
  }
  showToast({
    title,
    description: `Words of “${place.title}” wait in this browser, because the ${noun} was changed elsewhere. Open it to choose.${others}`,
    durationMs: 20_000,
    action: { label: 'Open', run: () => go(place.open()) },
  });
}
