import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { type FormEvent, useRef, useState } from 'react';
import { createFailed, useCreateBook } from '../api/create-book.ts';
import { audienceOptions, changeBook, emptyBook, genreOptions, lengthOptions, type NewBook, subgenreOptions, validateNewBook } from '../new-book.ts';
import styles from './new-book-form.module.css';

/** A new book. Texts stand next to their fields once the form was sent. */
export function NewBookForm({ initial = emptyBook, onCancel }: { initial?: NewBook; onCancel?: () => void }) {
  const [book, setBook] = useState(initial);
  const [wasSent, setSent] = useState(false);
  const create = useCreateBook();
  const form = useRef<HTMLFormElement>(null);
  const refused = fieldErrorsOf(create.error);
  const errors = { ...refused, ...(wasSent ? validateNewBook(book) : {}) };
  const subgenres = subgenreOptions(book.genre);
  const bind = (name: keyof NewBook) => ({
    name, value: book[name], error: errors[name], disabled: create.isPending || create.isSuccess,
    onChange: ({ target }: { target: { value: string } }) => setBook((before) => changeBook(before, name, target.value)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const [first] = Object.keys(validateNewBook(book));
    if (first === undefined) create.mutate(book);
    else form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const isBusy = create.isPending || create.isSuccess;
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={submit} aria-label="New book">
      <TextField label="Title" autoFocus placeholder="The Salt Road" {...bind('title')} />
      <div className={styles['pair']}>
        <ChoiceField label="Genre" placeholder="Choose a genre" options={genreOptions} {...bind('genre')} />
        {subgenres.length > 0 && <ChoiceField label="Subgenre" isOptional placeholder="Any" options={subgenres} {...bind('subgenre')} />}
        <ChoiceField label="Target audience" isOptional placeholder="Anyone" options={audienceOptions} {...bind('targetAudience')} />
        <ChoiceField label="Length" options={lengthOptions} {...bind('wordCount')} />
      </div>
      <TextArea label="Outline" isOptional rows={4} hint="A few lines on what happens. You can write it later, too." {...bind('outline')} />
      {create.isError && !isSignedOut(create.error) && Object.keys(refused).length === 0 && <p className={styles['refused']} role="alert">{messageOf(create.error, createFailed)}</p>}
      <div className={styles['actions']}>
        {onCancel && <PlainButton look="quiet" disabled={isBusy} onClick={onCancel}>Cancel</PlainButton>}
        <PlainButton type="submit" look="primary" disabled={isBusy}>{isBusy ? 'Creating Your Book...' : 'Create book'}</PlainButton>
      </div>
    </form>
  );
}
