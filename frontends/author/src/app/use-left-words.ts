import { type Chapter, getChapter } from '@inkbear/contracts/books/chapter';
import { call } from '@inkbear/web-kit/api.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { chapterPort } from '../features/chapters/api/chapter-port.ts';
import { lastChapter } from '../features/chapters/last-chapter.ts';
import { documents } from '../features/writing/documents.ts';

const prefix = 'chapter:';
const portOf = (documentId: string) => (documentId.startsWith(prefix) ? chapterPort(documentId.slice(prefix.length)) : null);

/**
 * Words that an earlier window left in this browser go to the server as soon as their author is here and whenever the network comes
 * back, also those of chapters that nobody opens again. What cannot be saved without the author is told, with the way there.
 */
export function useLeftWords(): void {
  const { user } = useSession();
  const navigate = useNavigate();
  const userId = user?.id;
  const go = useRef(navigate);
  // Some routers hand out another one on each page, and that is no reason to look again.
  useLayoutEffect(() => { go.current = navigate; });
  useEffect(() => {
    if (userId === undefined) return undefined;
    const send = async () => {
      const left = await documents.recover(userId, portOf);
      const [first] = left;
      if (first === undefined || !navigator.onLine) return;
      const chapter = await call(getChapter, { params: { id: first.slice(prefix.length) } }).catch(() => null);
      tell(left.length, chapter, (path) => void go.current(path));
    };
    const onOnline = () => void send();
    onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [userId]);
}

function tell(count: number, chapter: Chapter | null, go: (path: string) => void): void {
  const title = 'Words from an earlier visit are not saved yet';
  const others = count === 1 ? '' : ` So do words of ${count - 1} more.`;
  if (chapter === null) {
    toast({ title, description: `They wait in this browser: their chapter cannot be opened just now. If it is in the trash, restore it and open it.${others}`, tone: 'destructive', durationMs: 20_000, action: { label: 'Trash', run: () => go('/trash') } });
    return;
  }
  const open = () => {
    lastChapter.keep(chapter.bookId, chapter.id);
    go(`/book/${chapter.bookId}`);
  };
  toast({ title, description: `Words of “${chapter.title}” wait in this browser, because the chapter was changed elsewhere. Open it to choose.${others}`, durationMs: 20_000, action: { label: 'Open', run: open } });
}
