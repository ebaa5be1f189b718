import { createDraftStore } from '@inkbear/web-kit/draft-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { emptyBook, type NewBook } from './new-book.ts';

/** The store has one draft, because a user has one form for new books. */
const draftKey = 'new';
const drafts = createDraftStore<NewBook>('new-book', emptyBook);

/** The draft of the new book form, shared by all pages. */
export function useNewBookDraft() {
  const book = drafts.useDraft(draftKey);
  return {
    book,
    isTouched: !drafts.isEmpty(book),
    change: (next: NewBook) => drafts.set(draftKey, next),
    clear: () => drafts.clear(draftKey),
  };
}

/** Fills the form with the result of a tool; a toast offers to restore the previous input. */
export function prefillNewBook(given: Partial<NewBook>): void {
  const before = drafts.get(draftKey);
  const next = { ...emptyBook, ...given };
  drafts.set(draftKey, next);
  if (drafts.isEmpty(before) || JSON.stringify(before) === JSON.stringify(next)) return;
  showToast({
    title: 'The form was filled in for you',
    description: 'Your earlier input can be restored.',
    action: { label: 'Restore', run: () => drafts.set(draftKey, before) },
  });
}
