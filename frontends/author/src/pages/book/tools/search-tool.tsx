import { useSession } from '@inkbear/web-kit/session.tsx';
import { useMemo } from 'react';
import { SearchPanel } from '../../../features/search/components/search-panel.tsx';
import { bookSearchSource } from '../../../manuscript/search-source.ts';
import type { ToolContext } from '../tool-context.ts';
import { pendingReveal } from '../pending-reveal.ts';

export default function SearchTool({ book, current, queue, editor, onOpen }: ToolContext) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const source = useMemo(() => bookSearchSource(userId, book.id), [userId, book.id]);
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
      source={source}
      canEdit={book.canEdit}
      onOpenAt={openAt}
    />
  );
}
