import type { User } from '@inkbear/contracts/auth/account';
import { createReview } from '@inkbear/contracts/reviews/moderation';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { RatingField } from './rating-field.tsx';
import styles from './review-dialog.module.css';

interface Typed {
  title: string;
  content: string;
  bookTitle: string;
  email: string;
}
const nothing: Typed = { title: '', content: '', bookTitle: '', email: '' };

/** The form for a review. It stays here while it is closed, so that what was typed stays until it has been sent. */
export function ReviewDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [rating, setRating] = useState(5);
  const [typed, setTyped] = useState(nothing);
  // Only a free account without an address of its own is asked for one.
  const asksForEmail = user.plan === 'free' && user.email === '';
  const sending = useSingleFlightMutation(
    {
      mutationFn: () =>
        call(createReview, {
          body: {
            rating,
            title: typed.title,
            content: typed.content,
            ...(typed.bookTitle.trim() === '' ? {} : { bookTitle: typed.bookTitle }),
            ...(asksForEmail ? { email: typed.email } : {}),
          },
        }),
      onSuccess: () => {
        setTyped(nothing);
        setRating(5);
        showToast({
          title: 'Review Submitted',
          description: 'Thank you! Your review is pending approval and will appear soon.',
        });
        onClose();
      },
      onError: (error) =>
        showToast({
          title: 'Submission Failed',
          description: messageOf(error, 'Failed to submit review. Please try again.'),
          tone: 'destructive',
        }),
    },
    anyInput,
  );
  useEffect(() => (isOpen ? dialog.current?.showModal() : dialog.current?.close()), [isOpen]);
  const errors = fieldErrorsOf(sending.error);
  const field = (name: keyof Typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={title} onClose={onClose}>
      <form className={styles['form']} onSubmit={send}>
        <h2 id={title}>Write Review</h2>
        <p className={styles['note']}>
          It appears with its date and the book’s title once it has been read. Your name and your address do not.
        </p>
        <RatingField value={rating} onChange={setRating} />
        <TextField label="Title" required maxLength={150} {...field('title')} />
        <TextArea label="Review" required maxLength={4000} rows={6} {...field('content')} />
        <TextField label="Title of your book" isOptional maxLength={200} {...field('bookTitle')} />
        {asksForEmail && <TextField label="Email" type="email" required maxLength={254} {...field('email')} />}
        <div className={styles['answers']}>
          <PlainButton look="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </PlainButton>
          <PlainButton type="submit" look="primary" disabled={sending.isPending}>
            {sending.isPending ? 'Sending...' : 'Submit Review'}
          </PlainButton>
        </div>
      </form>
    </dialog>
  );
}
