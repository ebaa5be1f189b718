import { OriginsPanel } from '../../../features/origins/components/origins-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function OriginsTool() {
  const { book, chapters, current, onOpen } = useOpenChapter();
  return <OriginsPanel bookId={book.id} chapters={chapters} currentId={current.id} onOpen={onOpen} />;
}
