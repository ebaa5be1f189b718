import type { Book } from '@inkbear/contracts/books/book';
import { coverLimits } from '@inkbear/contracts/export/cover';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { kdpPrint } from '@inkbear/press/kdp-print';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { coverQuery, type GuideFormat, useChangeCover, useCoverGuide } from '../cover.api.ts';
import styles from './files-panel.module.css';

interface Props {
  book: Pick<Book, 'id' | 'title'>;
  pageCount: number | null;
}

/** The front cover of the e-book, and the template for the cover of the printed book. */
export function CoverCard({ book, pageCount }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const cover = useQuery(coverQuery(book.id));
  const { upload, remove } = useChangeCover(book.id);
  return (
    <section className={styles['cover']} id="cover" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={styles['title']}>
        Cover
      </h3>
      {cover.isError && <RetryNote text="The cover could not be loaded." onRetry={() => void cover.refetch()} />}
      {cover.data && (
        <img
          className={styles['picture']}
          src={cover.data.url}
          width={cover.data.width}
          height={cover.data.height}
          alt={`Front cover of “${book.title}”`}
        />
      )}
      <p className={styles['note']}>
        A JPEG or PNG of at least {coverLimits.minWidth} × {formatNumber(coverLimits.minHeight)} pixels and at most 6
        MB. It becomes the front cover of the e-book.
      </p>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/jpeg,image/png"
        tabIndex={-1}
        aria-label="Image of the cover"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          target.value = '';
        }}
      />
      <div className={styles['actions']}>
        <PlainButton disabled={upload.isPending} onClick={() => input.current?.click()}>
          {upload.isPending ? 'Uploading…' : cover.data ? 'Replace the cover' : 'Upload a cover'}
        </PlainButton>
        {cover.data && (
          <PlainButton variant="quiet" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Remove the cover
          </PlainButton>
        )}
      </div>
      <CoverGuide book={book} pageCount={pageCount} />
    </section>
  );
}

const guides: readonly (readonly [GuideFormat, string])[] = [
  ['pdf', 'PDF'],
  ['svg', 'SVG'],
  ['png', 'PNG'],
];

/** The template depends on the page count, so this device remembers for which one it was downloaded. */
function CoverGuide({ book, pageCount }: Props) {
  const key = `inkbear-cover-guide:${book.id}`;
  const [saved, setSaved] = useState(() => Number(safeLocalStorage.get(key) ?? 0));
  const guide = useCoverGuide(book, (pages) => {
    safeLocalStorage.set(key, String(pages));
    setSaved(pages);
  });
  const { min } = kdpPrint.values.pages;
  const isTooShort = pageCount !== null && pageCount < min;
  return (
    <div className={styles['guide']}>
      <h4 className={styles['title']}>Cover guide for print</h4>
      <p className={styles['note']}>
        Back, spine and front with bleed and safe areas.
        {saved > 0 && ` You downloaded it for ${saved} pages`}
        {saved > 0 && (pageCount !== null && pageCount !== saved ? `; your book now has ${pageCount}.` : '.')}
        {isTooShort && ` A printed book needs at least ${min} pages.`}
      </p>
      <div className={styles['actions']}>
        {guides.map(([format, name]) => (
          <PlainButton
            key={format}
            small
            disabled={pageCount === null || isTooShort || guide.isPending}
            aria-label={`Cover guide as ${name}`}
            onClick={() => pageCount !== null && guide.mutate({ format, pages: pageCount })}
          >
            {name}
          </PlainButton>
        ))}
      </div>
    </div>
  );
}
