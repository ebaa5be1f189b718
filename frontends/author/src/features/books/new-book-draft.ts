import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { emptyBook, type NewBook } from './new-book.ts';

/** The store has one draft, because a user has one form for new books. */
const draftKey = 'new';
const drafts = new SessionStore<NewBook>({
  persistence: {
    name: 'new-book',
    toJson: (book) => (isEmpty(book) ? undefined : book),
    fromJson: (json) => ({ ...emptyBook, ...(json as NewBook) }),
  },
});
const isEmpty = (book: NewBook) => JSON.stringify(book) === JSON.stringify(emptyBook);

/** The draft of the new book form, shared by all pages; it survives closing the form and a reload. */
export function useNewBookDraft() {
  const book = useSessionValue(drafts, draftKey) ?? emptyBook;
  return {
    book,
    isTouched: !isEmpty(book),
    change: (next: NewBook) => drafts.set(draftKey, next),
    clear: () => drafts.set(draftKey, undefined),
  };
}

/** Fills the form with the result of a tool; a toast offers to restore the previous input. */
export function prefillNewBook(given: Partial<NewBook>): void {
  const before = drafts.get(draftKey);
  const next = { ...emptyBook, ...given };
  drafts.set(draftKey, next);
  if (before === undefined || isEmpty(before) || JSON.stringify(before) === JSON.stringify(next)) return;
  showToast({
    title: 'The form was filled in for you',
    description: 'Your earlier input can be restored.',
    action: { label: 'Restore', run: () => drafts.set(draftKey, before) },
  });
}
