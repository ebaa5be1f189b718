import type { Book } from '@inkbear/contracts/books/book';
import { type DocxSettings, type Edition, type FileProfile, fileProfiles } from '@inkbear/contracts/export/edition';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { createDraftStore } from '@inkbear/web-kit/draft-store.ts';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { editionsQuery, useMakeEdition } from '../editions.api.ts';
import { CoverCard } from './cover-card.tsx';
import { DocxFields } from './docx-fields.tsx';
import { EditionCard } from './edition-card.tsx';
import styles from './files-panel.module.css';

interface Props {
  book: Pick<Book, 'id' | 'title'>;
  /** The page count of the preview; null while it is unknown. */
  pageCount: number | null;
  present: { chapters: readonly { id: string; rev: number }[]; designRev: number; matterRev: number };
  hasWords: boolean;
  isOnline: boolean;
  /** Whether the plan includes more than Markdown; null while that is unknown. */
  mayExport: boolean | null;
  saveFirst: () => Promise<boolean>;
}

/** The chosen DOCX settings of each book. */
const docxSettings = createDraftStore<DocxSettings>('docx', { paper: 'a4', face: 'times-new-roman', contact: '' });

/** The files of the book: make them, follow them, download them; and the cover. */
export function FilesPanel({ book, pageCount, present, hasWords, isOnline, mayExport, saveFirst }: Props) {
  const docx = docxSettings.useDraft(book.id);
  const editions = useQuery(editionsQuery(book.id));
  const making = useMakeEdition(book.id, saveFirst);
  const returnFocusTo = useFocusReturn(making.isPending);
  const profiles: FileProfile[] = mayExport === true ? [...fileProfiles] : ['markdown'];
  const [newest, ...older] = editions.data ?? [];
  const panel = useRef<HTMLElement>(null);
  const cards = { present, mayExport: mayExport === true, onDeleted: () => panel.current?.focus() };
  return (
    <section ref={panel} tabIndex={-1} className={styles['panel']} aria-label="Files">
      {!isOnline && <p role="status">You are offline. The preview works; files need a connection.</p>}
      {mayExport === false && <PlanNote />}
      <div className={styles['start']}>
        <PlainButton
          variant="primary"
          disabled={making.isPending || !hasWords || !isOnline || mayExport === null}
          onClick={(event) => {
            returnFocusTo(event.currentTarget);
            making.mutate({ profiles, docx });
          }}
        >
          {making.isPending ? 'Saving first…' : mayExport === false ? 'Make Markdown' : 'Make all from this revision'}
        </PlainButton>
        <p className={styles['note']}>
          {hasWords
            ? 'All files are made of exactly the same text, and each is compared with it before you can download it.'
            : 'This book has no text yet. Write something first, then make its files.'}
        </p>
      </div>
      {mayExport === true && <DocxFields docx={docx} onChange={(next) => docxSettings.set(book.id, next)} />}
      {editions.isError && <RetryNote text="Your files could not be loaded." onRetry={() => void editions.refetch()} />}
      {newest && <EditionCard key={newest.id} edition={newest} {...cards} />}
      {older.length > 0 && <OlderEditions editions={older} {...cards} />}
      <CoverCard book={book} pageCount={pageCount} />
    </section>
  );
}

type CardProps = Omit<Parameters<typeof EditionCard>[0], 'edition'>;

function OlderEditions({ editions, ...cards }: { editions: readonly Edition[] } & CardProps) {
  return (
    <details className={styles['older']}>
      <summary>{`Earlier editions (${editions.length})`}</summary>
      {editions.map((edition) => (
        <EditionCard key={edition.id} edition={edition} {...cards} />
      ))}
    </details>
  );
}

const PlanNote = () => (
  <div className={styles['plan']}>
    <p className={styles['note']}>
      PDF, EPUB and DOCX of the whole book are part of Pro. The preview, the figures, the cover guide and Markdown are
      on every plan, and all your words stay yours.
    </p>
    <ButtonLink to="/pricing">See plans</ButtonLink>
  </div>
);
