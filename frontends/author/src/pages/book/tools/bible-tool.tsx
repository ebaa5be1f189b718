import { BiblePanel } from '../../../features/bible/components/bible-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';
import { useGoToPlace } from './use-go-to-place.ts';

export default function BibleTool() {
  const { book, chapters, current } = useOpenChapter();
  const goTo = useGoToPlace('The text has changed since this was found.');
  return (
    <BiblePanel
      bookId={book.id}
      language={book.language}
      chapters={chapters}
      currentId={current.id}
      canEdit={book.canEdit}
      onGo={goTo}
    />
  );
}
