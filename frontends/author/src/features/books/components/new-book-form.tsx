import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { authPath } from '@inkbear/web-kit/unauthorised.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { createFailed, useCreateBook } from '../books.api.ts';
import { useNewBookDraft } from '../new-book-draft.ts';
import {
  audienceOptions,
  changeBook,
  genreOptions,
  lengthOptions,
  type NewBook,
  type NewBookFields,
  subgenreOptions,
  validateNewBook,
} from '../new-book.ts';
import { AllowanceNote } from './allowance-note.tsx';
import { CreatingBook } from './creating-book.tsx';
import styles from './new-book-form.module.css';
import { PlannedChapters } from './planned-chapters.tsx';

/** The new book form. Errors are shown after the first submit; a visitor must sign in to submit. */
export function NewBookForm({ onCancel }: { /** Present in a dialog. */ onCancel?: () => void }) {
  const { book, isTouched, change, clear } = useNewBookDraft();
  const [wasSubmitted, setSubmitted] = useState(false);
  const create = useCreateBook({ onCreated: clear });
  const form = useRef<HTMLFormElement>(null);
  const title = useFocusInDialog(onCancel !== undefined);
  const serverErrors = fieldErrorsOf(create.error);
  const errors = { ...serverErrors, ...(wasSubmitted ? validateNewBook(book) : {}) };
  const bind = (name: keyof NewBookFields) => ({
    name,
    value: book[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change(changeBook(book, name, target.value)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const [first] = Object.keys(validateNewBook(book));
    if (first === undefined) create.mutate(book);
    else form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  if (create.isPending || create.isSuccess) return <CreatingBook />;
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={submit} aria-label="New book">
      <AllowanceNote />
      <TextField ref={title} label="Title" placeholder="The Salt Road" {...bind('title')} />
      <BookFields book={book} bind={bind} />
      <PlannedChapters chapters={book.chapters} onRemove={() => change({ ...book, chapters: undefined })} />
      {create.isError && !isSignedOut(create.error) && Object.keys(serverErrors).length === 0 && (
        <p className={styles['refused']} role="alert">
          {messageOf(create.error, createFailed)}
        </p>
      )}
      <div className={styles['actions']}>
        {isTouched && (
          <PlainButton
            variant="quiet"
            onClick={() => {
              clear();
              setSubmitted(false);
              create.reset();
            }}
          >
            Clear the form
          </PlainButton>
        )}
        {onCancel && (
          <PlainButton variant="quiet" onClick={onCancel}>
            Cancel
          </PlainButton>
        )}
        <SubmitButton />
      </div>
    </form>
  );
}

/**
 * The field that takes the focus when the dialog opens. Not by `autoFocus`, because antd would move the focus to its
 * Close button; not at once, because antd notes which element had the focus before, to return it.
 */
function useFocusInDialog(isInDialog: boolean) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isInDialog) return undefined;
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isInDialog]);
  return field;
}

interface FieldsProps {
  book: NewBook;
  bind: (name: keyof NewBookFields) => {
    name: keyof NewBookFields;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
}

/** All fields below the title. */
function BookFields({ book, bind }: FieldsProps) {
  const subgenres = subgenreOptions(book.genre);
  return (
    <>
      <div className={styles['pair']}>
        <ChoiceField label="Genre" placeholder="Choose a genre" options={genreOptions} {...bind('genre')} />
        {subgenres.length > 0 && (
          <ChoiceField label="Subgenre" isOptional placeholder="Any" options={subgenres} {...bind('subgenre')} />
        )}
        <ChoiceField
          label="Target audience"
          isOptional
          placeholder="Anyone"
          options={audienceOptions(book.targetAudience)}
          {...bind('targetAudience')}
        />
        <ChoiceField label="Length" options={lengthOptions(book.wordCount)} {...bind('wordCount')} />
      </div>
      <TextArea
        label="Outline"
        isOptional
        rows={book.outline === '' ? 4 : 10}
        hint="A few lines on what happens. You can write it later, too."
        {...bind('outline')}
      />
    </>
  );
}

/** Submits the form; a visitor signs in first. */
function SubmitButton() {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  if (state === 'signed-out')
    return (
      <ButtonLink variant="primary" to={authPath(pathname + search)}>
        Sign in to create it
      </ButtonLink>
    );
  return (
    <PlainButton type="submit" variant="primary">
      Create book
    </PlainButton>
  );
}
