import { useSession } from '@inkbear/web-kit/session.tsx';
import { useMemo } from 'react';
import { SearchPanel } from '../../../features/search/components/search-panel.tsx';
import { bookDesk } from '../book-desk.ts';
import type { DeskView } from '../desk-view.ts';
import { pendingReveal } from '../pending-reveal.ts';

export default function SearchTool({ book, current, queue, editor, onOpen }: DeskView) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const desk = useMemo(() => bookDesk(userId, book.id), [userId, book.id]);
  const openAt = (chapterId: string, hit: { from: number; to: number }) => {
    pendingReveal.set(chapterId, hit);
    onOpen(chapterId);
  };
  return (
    <SearchPanel
      key={current.id}
      userId={userId}
      current={current}
      queue={queue}
      editor={editor}
      book={desk}
      canEdit={book.canEdit}
      onOpenAt={openAt}
    />
  );
}
