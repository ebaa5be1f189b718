import type { Book } from '@inkbear/contracts/books/book';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { draftOf, useFormDraft } from '@inkbear/web-kit/form-draft.ts';
import { type FormEvent, useState } from 'react';
import { useUpdateBook } from '../api/update-book.ts';
import { type BookDetails, changedDetails, detailsOf, rebaseDetails } from '../details.ts';
import styles from './details-form.module.css';

interface Typed { readonly start: BookDetails; readonly details: BookDetails }

/** What stands on a book's first pages; kept while it is unsaved, and saved when the form closes. Key it by the book. */
export function DetailsForm({ book }: { book: Book }) {
  const draftKey = `details:${book.id}`;
  const [kept] = useState(() => draftOf<Typed>(draftKey));
  const [start, setStart] = useState<BookDetails>(() => kept?.start ?? detailsOf(book));
  const [details, setDetails] = useState(kept?.details ?? start);
  const [wasSent, setSent] = useState(false);
  const update = useUpdateBook(book.id);
  const stored = detailsOf(book);
  if (changedDetails(start, stored) !== null) {
    setStart(stored);
    setDetails(rebaseDetails(details, start, stored));
  }
  const refused = fieldErrorsOf(update.error);
  const titleError = wasSent && details.title.trim() === '' ? 'Title is required' : refused['title'];
  const changed = changedDetails(start, details);
  const save = async (): Promise<boolean> => {
    if (changed === null) return true;
    if (details.title.trim() === '') return false;
    const saved = await update.mutateAsync(changed).catch(() => null);
    if (saved !== null) setDetails((now) => rebaseDetails(now, details, detailsOf(saved)));
    return saved !== null;
  };
  useFormDraft(draftKey, changed && { values: { start, details }, save });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    void save();
  };
  const bind = (name: keyof BookDetails) => ({
    value: details[name], error: name === 'title' ? titleError : refused[name], disabled: !book.canEdit,
    onChange: ({ target }: { target: { value: string } }) => setDetails((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <form noValidate className={styles['form']} onSubmit={submit} aria-label="Book details">
      <TextField label="Title" {...bind('title')} />
      <div className={styles['pair']}>
        <TextField label="Author name" autoComplete="name" {...bind('authorName')} />
        <TextField label="Pen name" isOptional {...bind('penName')} />
      </div>
      <TextField label="Publishing house" isOptional {...bind('publishingHouse')} />
      <TextArea label="Synopsis" rows={5} {...bind('synopsis')} />
      <TextArea label="Introduction" isOptional rows={5} {...bind('introduction')} />
      <TextArea label="Dedication" isOptional rows={2} {...bind('dedication')} />
      <div className={styles['actions']}><PlainButton type="submit" look="primary" disabled={changed === null || update.isPending || !book.canEdit}>{update.isPending ? 'Saving…' : 'Save details'}</PlainButton></div>
    </form>
  );
}
