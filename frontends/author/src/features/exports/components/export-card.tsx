import type { Book } from '@inkbear/contracts/books/book';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import type { MouseEvent } from 'react';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { RunningWork } from '../../../ui/running-work.tsx';
import { type ExportRequest, useExportBook } from '../exports.api.ts';
import { allowedExports } from '../allowed-exports.ts';
import styles from './export-card.module.css';

interface Props {
  book: Book;
  chapterId: string | null;
  saveFirst: () => Promise<boolean>;
}

/** The link to the page Print & e-book, which every plan has, and the exports. */
export function ExportCard(props: Props) {
  return (
    <div className={styles['card']}>
      <p className={styles['note']}>
        See the pages as they will print, choose trim size and type, and make print, e-book and manuscript files.
      </p>
      <ButtonLink to={`/book/${props.book.id}/press`}>Open Print & e-book</ButtonLink>
      <PdfExports {...props} />
    </div>
  );
}

/** PDF exports, or the reason why the plan has none with a link to the plans. */
function PdfExports({ book, chapterId, saveFirst }: Props) {
  const { data: plan, isError, refetch } = usePlanStatus();
  const exporting = useExportBook(book, saveFirst);
  const returnFocusTo = useFocusReturn(exporting.isPending);
  const start = (request: ExportRequest) => (event: MouseEvent<HTMLButtonElement>) => {
    returnFocusTo(event.currentTarget);
    exporting.mutate(request);
  };
  if (isError) return <RetryNote text="Your plan could not be loaded." onRetry={() => void refetch()} />;
  if (plan === undefined) return <p className={styles['note']}>Checking your plan…</p>;
  const allowed = allowedExports(plan, Date.now());
  if (!allowed.book) {
    return (
      <div className={styles['card']}>
        <p className={styles['note']}>
          Exporting the book as an e-book or paperback PDF is part of Pro. On every plan you can export your outline,
          and all your words stay yours.
        </p>
        <ButtonLink to="/pricing">See plans</ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles['card']}>
      <p className={styles['note']}>
        Title page, contents and every chapter on a new page, with fonts embedded.
        {allowed.until !== null && ` Your plan has ended; you can export until ${allowed.until}.`}
      </p>
      <div className={styles['buttons']}>
        <PlainButton
          variant="primary"
          disabled={exporting.isPending}
          onClick={start({ subFormat: 'ebook', chapterId: null })}
        >
          Ebook PDF
        </PlainButton>
        <PlainButton disabled={exporting.isPending} onClick={start({ subFormat: 'paperback', chapterId: null })}>
          Paperback PDF
        </PlainButton>
        {allowed.chapter && chapterId !== null && (
          <PlainButton
            variant="quiet"
            disabled={exporting.isPending}
            onClick={start({ subFormat: 'ebook', chapterId })}
          >
            This chapter
          </PlainButton>
        )}
      </div>
      {exporting.isPending && (
        <RunningWork text="Making the PDF" since={exporting.submittedAt} onCancel={exporting.cancel} />
      )}
    </div>
  );
}
