import { showToast } from '@inkbear/web-kit/toast.ts';
import { ChecksPanel } from '../../../features/checks/components/checks-panel.tsx';
import { locateQuote } from '../../../features/checks/locate-quote.ts';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenChapter } from '../open-chapter.ts';
import { pendingReveal } from '../pending-reveal.ts';

export default function ChecksTool() {
  const { queue, editor } = useOpenManuscript();
  const { book, chapters, current, saveFirst, onOpen } = useOpenChapter();
  return (
    <ChecksPanel
      bookId={book.id}
      language={book.language}
      chapters={chapters}
      currentId={current.id}
      saveFirst={saveFirst}
      onGo={(place) => {
        if (place.chapterId !== current.id) {
          pendingReveal.set(place.chapterId, (text) => locateQuote(text, place));
          onOpen(place.chapterId);
          return;
        }
        const span = locateQuote(queue.text.toString(), place);
        if (span) editor?.reveal(span);
        else
          showToast({ title: 'These words are no longer there', description: 'Check again to update the findings.' });
      }}
    />
  );
}
