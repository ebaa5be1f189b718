import { BiblePanel } from '../../../features/bible/components/bible-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function BibleTool() {
  const { book, chapters, current } = useOpenChapter();
  return <BiblePanel bookId={book.id} chapters={chapters} currentId={current.id} canEdit={book.canEdit} />;
}
