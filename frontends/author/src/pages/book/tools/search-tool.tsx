import { useMemo } from 'react';
import { SearchPanel } from '../../../features/search/components/search-panel.tsx';
import { bookSearchSource } from '../../../manuscript/search-source.ts';
import { useLeaveTool } from '../../../manuscript/use-leave-tool.ts';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenChapter } from '../open-chapter.ts';
import { pendingReveal } from '../pending-reveal.ts';

export default function SearchTool() {
  const { userId, queue, editor, canEdit } = useOpenManuscript();
  const leave = useLeaveTool();
  const { book, current, onOpen } = useOpenChapter();
  const source = useMemo(() => bookSearchSource(userId, book.id), [userId, book.id]);
  const openAt = (chapterId: string, hit: { from: number; to: number }) => {
    pendingReveal.set(chapterId, () => hit);
    onOpen(chapterId);
  };
  return <SearchPanel {...{ userId, current, queue, editor, source, canEdit }} onOpenAt={openAt} onLeave={leave} />;
}
