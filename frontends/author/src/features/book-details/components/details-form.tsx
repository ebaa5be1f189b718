import type { Book } from '@inkbear/contracts/books/book';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { changedFields, expectedFields } from '@inkbear/web-kit/form-fields.ts';
import { useSharedForm } from '@inkbear/web-kit/use-shared-form.ts';
import { type FormEvent, useState } from 'react';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { useUpdateBook } from '../../books/books.api.ts';
import { type BookDetails, detailsOf } from '../details.ts';
import { languageName, languageOptions } from '../languages.ts';
import styles from './details-form.module.css';

/**
 * The details for a book's first pages: kept as a draft until saved, and saved when the form closes. Must be keyed by
 * the book id.
 */
export function DetailsForm({ book }: { book: Book }) {
  const [wasSubmitted, setSubmitted] = useState(false);
  const update = useUpdateBook(book.id);
  const form = useDetails(book, update);
  const { typed, isChanged, conflicts, edit, save } = form;
  const serverErrors = fieldErrorsOf(update.error);
  const titleError = wasSubmitted && typed.title.trim() === '' ? 'Title is required' : serverErrors['title'];
  const canSave = book.canEdit && isChanged && Object.keys(conflicts).length === 0 && !update.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    void save();
  };
  const bind = (name: keyof BookDetails) => ({
    value: typed[name],
    error: name === 'title' ? titleError : serverErrors[name],
    disabled: !book.canEdit,
    onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value }),
  });
  return (
    <form noValidate className={styles['form']} onSubmit={submit} aria-label="Book details">
      <TextField label="Title" {...bind('title')} />
      <FormConflict form={form} name="title" label="Title" />
      <div className={styles['pair']}>
        <TextField label="Author name" autoComplete="name" {...bind('authorName')} />
        <TextField label="Pen name" isOptional {...bind('penName')} />
      </div>
      <FormConflict form={form} name="authorName" label="Author name" />
      <FormConflict form={form} name="penName" label="Pen name" />
      <div className={styles['pair']}>
        <TextField label="Publishing house" isOptional {...bind('publishingHouse')} />
        <ChoiceField
          label="Language"
          hint="For hyphenation and the headings of printed books."
          options={languageOptions(book.language)}
          {...bind('language')}
        />
      </div>
      <FormConflict form={form} name="publishingHouse" label="Publishing house" />
      <FormConflict form={form} name="language" label="Language" describe={languageName} />
      <TextArea label="Synopsis" rows={5} {...bind('synopsis')} />
      <FormConflict form={form} name="synopsis" label="Synopsis" />
      <TextArea label="Introduction" isOptional rows={5} {...bind('introduction')} />
      <FormConflict form={form} name="introduction" label="Introduction" />
      <TextArea label="Dedication" isOptional rows={2} {...bind('dedication')} />
      <FormConflict form={form} name="dedication" label="Dedication" />
      <div className={styles['actions']}>
        <PlainButton type="submit" variant="primary" disabled={!canSave}>
          {update.isPending ? 'Saving…' : 'Save details'}
        </PlainButton>
      </div>
    </form>
  );
}

function useDetails(book: Book, update: ReturnType<typeof useUpdateBook>) {
  return useSharedForm<BookDetails>({
    draftKey: `details:${book.id}`,
    stored: detailsOf(book),
    isValid: ({ title }) => title.trim() !== '',
    send: (details, start) => {
      const changed = changedFields(start, details) ?? {};
      return update.mutateAsync({ ...changed, seen: expectedFields(start, changed) }).then(detailsOf, () => null);
    },
  });
}
