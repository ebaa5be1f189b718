import { ProvenancePanel } from '../../../features/provenance/components/provenance-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function OriginsTool() {
  const { book, chapters, current, onOpen } = useOpenChapter();
  return <ProvenancePanel bookId={book.id} chapters={chapters} currentId={current.id} onOpen={onOpen} />;
}
