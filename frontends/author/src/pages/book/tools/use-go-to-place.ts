import { showToast } from '@inkbear/web-kit/toast.ts';
import { locateQuote } from '../../../features/checks/locate-quote.ts';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import type { QuotedPlace } from '../../../ui/quote-link.tsx';
import { useOpenChapter } from '../open-chapter.ts';
import { pendingReveal } from '../pending-reveal.ts';

/**
 * Returns a function that shows quoted words in the editor, in another chapter too.
 * @param goneAdvice what the author can do when the words are no longer there
 */
export function useGoToPlace(goneAdvice: string): (place: QuotedPlace) => void {
  const { queue, editor } = useOpenManuscript();
  const { current, onOpen } = useOpenChapter();
  return (place) => {
    if (place.chapterId !== current.id) {
      pendingReveal.set(place.chapterId, (text) => locateQuote(text, place));
      onOpen(place.chapterId);
      return;
    }
    const range = locateQuote(queue.text.toString(), place);
    if (range) editor?.reveal(range);
    else showToast({ title: 'These words are no longer there', description: goneAdvice });
  };
}
