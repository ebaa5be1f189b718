import type { Book, BookStatus } from '@inkbear/contracts/books/book';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { useChangeStatus } from '../../books/books.api.ts';
import { reachableFrom, statusHints, statusNames } from '../status.ts';

/** The status of a book, with the allowed transitions. */
export function StatusField({ book: { id, status, canEdit } }: { book: Pick<Book, 'id' | 'status' | 'canEdit'> }) {
  const change = useChangeStatus(id);
  const shown = change.isPending ? change.variables : status;
  return (
    <ChoiceField
      label="Status"
      value={shown}
      disabled={!canEdit || change.isPending}
      hint={statusHints[shown]}
      error={change.isError ? messageOf(change.error, 'The status was not changed. Please try again.') : undefined}
      options={reachableFrom(status).map((value) => ({ value, label: statusNames[value] }))}
      onChange={({ target }) => change.mutate(target.value as BookStatus)}
    />
  );
}
