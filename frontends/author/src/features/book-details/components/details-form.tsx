import type { Book } from '@inkbear/contracts/books/book';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { OtherVersion } from '@inkbear/ui-kit/other-version.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { clashesOf, without } from '@inkbear/web-kit/field-clash.ts';
import { draftOf, useFormDraft } from '@inkbear/web-kit/form-draft.ts';
import { type FormEvent, useState } from 'react';
import { useUpdateBook } from '../api/update-book.ts';
import { type BookDetails, changedDetails, detailsOf, rebaseDetails, seenOf } from '../details.ts';
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
  const [sent, setSentDetails] = useState<BookDetails | null>(null);
  const [clashes, setClashes] = useState<Partial<BookDetails>>({});
  const stored = detailsOf(book);
  if (changedDetails(start, stored) !== null) {
    setStart(stored);
    setClashes((before) => ({ ...before, ...clashesOf({ typed: details, start, now: stored, sent }) }));
    setDetails(rebaseDetails(details, start, stored));
  }
  const refused = fieldErrorsOf(update.error);
  const titleError = wasSent && details.title.trim() === '' ? 'Title is required' : refused['title'];
  const changed = changedDetails(start, details);
  const isUndecided = Object.keys(clashes).length > 0;
  const save = async (): Promise<boolean> => {
    if (changed === null) return true;
    if (details.title.trim() === '' || isUndecided) return false;
    setSentDetails(details);
    const saved = await update.mutateAsync({ ...changed, seen: seenOf(start, changed) }).catch(() => null);
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
  const other = (name: keyof BookDetails, label: string) => {
    const text = clashes[name];
    const decide = () => setClashes((before) => without(before, name));
    const take = () => {
      setDetails((before) => ({ ...before, [name]: text }));
      decide();
    };
    return text !== undefined && <OtherVersion label={label} text={text} onMine={decide} onTheirs={take} />;
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit} aria-label="Book details">
      <TextField label="Title" {...bind('title')} />
      {other('title', 'Title')}
      <div className={styles['pair']}>
        <TextField label="Author name" autoComplete="name" {...bind('authorName')} />
        <TextField label="Pen name" isOptional {...bind('penName')} />
      </div>
      {other('authorName', 'Author name')}
      {other('penName', 'Pen name')}
      <TextField label="Publishing house" isOptional {...bind('publishingHouse')} />
      {other('publishingHouse', 'Publishing house')}
      <TextArea label="Synopsis" rows={5} {...bind('synopsis')} />
      {other('synopsis', 'Synopsis')}
      <TextArea label="Introduction" isOptional rows={5} {...bind('introduction')} />
      {other('introduction', 'Introduction')}
      <TextArea label="Dedication" isOptional rows={2} {...bind('dedication')} />
      {other('dedication', 'Dedication')}
      <div className={styles['actions']}><PlainButton type="submit" look="primary" disabled={changed === null || isUndecided || update.isPending || !book.canEdit}>{update.isPending ? 'Saving…' : 'Save details'}</PlainButton></div>
    </form>
  );
}
