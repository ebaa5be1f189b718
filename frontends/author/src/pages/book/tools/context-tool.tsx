import { ContextPanel } from '../../../features/ai-tools/components/context-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function ContextTool() {
  const { book, current } = useOpenChapter();
  return <ContextPanel bookId={book.id} chapterId={current.id} />;
}
