import type { User } from '@inkbear/contracts/auth/account';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useReviewDraft } from '../review-draft.ts';
import { type ReviewFields, useCreateReview } from '../reviews.api.ts';
import { RatingField } from './rating-field.tsx';
import styles from './review-dialog.module.css';

/** The form for a review. Unsent text is kept. */
export function ReviewDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { rating, fields, change, clear } = useReviewDraft();
  // Only a free account without an email address is asked for one.
  const asksForEmail = user.plan === 'free' && user.email === '';
  const create = useCreateReview({
    onSuccess: () => {
      clear();
      onClose();
    },
  });
  useEffect(() => (isOpen ? dialog.current?.showModal() : dialog.current?.close()), [isOpen]);
  const errors = fieldErrorsOf(create.error);
  const field = (name: keyof ReviewFields) => ({
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ rating, fields, asksForEmail });
  };
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={title} onClose={onClose}>
      <form className={styles['form']} onSubmit={send}>
        <h2 id={title}>Write Review</h2>
        <p className={styles['note']}>
          Once approved, it appears with its date and the book’s title. Your name and your email address are not shown.
        </p>
        <RatingField value={rating} onChange={(stars) => change({ rating: stars })} />
        <TextField label="Title" required maxLength={150} {...field('title')} />
        <TextArea label="Review" required maxLength={4000} rows={6} {...field('content')} />
        <TextField label="Title of your book" isOptional maxLength={200} {...field('bookTitle')} />
        {asksForEmail && <TextField label="Email" type="email" required maxLength={254} {...field('email')} />}
        <div className={styles['answers']}>
          <PlainButton variant="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </PlainButton>
          <PlainButton type="submit" variant="primary" disabled={create.isPending}>
            {create.isPending ? 'Sending...' : 'Submit Review'}
          </PlainButton>
        </div>
      </form>
    </dialog>
  );
}
