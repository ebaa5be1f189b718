import { ChecksPanel } from '../../../features/checks/components/checks-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';
import { useGoToPlace } from './use-go-to-place.ts';

export default function ChecksTool() {
  const { book, chapters, current, saveFirst } = useOpenChapter();
  const goTo = useGoToPlace('Check again to update the findings.');
  return (
    <ChecksPanel
      bookId={book.id}
      language={book.language}
      chapters={chapters}
      currentId={current.id}
      canEdit={book.canEdit}
      saveFirst={saveFirst}
      onGo={goTo}
    />
  );
}
