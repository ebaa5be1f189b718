import type { Book } from '@inkbear/contracts/books/book';
import { type DocxSettings, type Edition, type FileProfile, fileProfiles } from '@inkbear/contracts/export/edition';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { createDraftStore } from '@inkbear/web-kit/draft-store.ts';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useFocusAfterRemoval } from '../../../kit/use-focus-after-removal.ts';
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
  return (
    <section className={styles['panel']} aria-label="Files">
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
      <Editions editions={editions.data ?? []} {...{ present, isOnline }} mayExport={mayExport === true} />
      <CoverCard book={book} pageCount={pageCount} />
    </section>
  );
}

type EditionsProps = { editions: readonly Edition[] } & Pick<
  Parameters<typeof EditionCard>[0],
  'present' | 'isOnline' | 'mayExport'
>;

/** The newest edition, and a button that shows the earlier ones. */
function Editions({ editions, ...card }: EditionsProps) {
  const [areEarlierShown, setEarlierShown] = useState(false);
  const moveFocusAfter = useFocusAfterRemoval(editions.map(({ id }) => id));
  // All cards have one parent: an earlier edition that becomes the newest must not lose its unsaved name.
  return editions.map((edition, at) => (
    <Fragment key={edition.id}>
      {at === 1 && (
        <PlainButton
          small
          variant="quiet"
          aria-expanded={areEarlierShown}
          onClick={() => setEarlierShown(!areEarlierShown)}
        >
          {`Earlier editions (${editions.length - 1})`}
        </PlainButton>
      )}
      <EditionCard
        {...{ edition, ...card }}
        isHidden={at > 0 && !areEarlierShown}
        onDelete={() => moveFocusAfter(edition.id)}
      />
    </Fragment>
  ));
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
