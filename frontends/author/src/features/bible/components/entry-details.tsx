import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { useEntry } from '../bible.api.ts';
import styles from './bible-panel.module.css';
import { EntryForm } from './entry-form.tsx';
import { FactSection } from './fact-section.tsx';
import { RelationSection } from './relation-section.tsx';

interface Props {
  bookId: string;
  entryId: string;
  entries: readonly BibleEntry[];
  chapters: readonly ChapterItem[];
  currentId: string;
  canEdit: boolean;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One entry with its facts and relations. */
export function EntryDetails({ bookId, entryId, entries, chapters, currentId, canEdit, onOpen, onClose }: Props) {
  const { data, isError, refetch } = useEntry(bookId, entryId);
  return (
    <div className={styles['panel']}>
      <div className={styles['back']}>
        <PlainButton variant="quiet" small onClick={onClose}>
          ← All entries
        </PlainButton>
      </div>
      {data === undefined ? (
        <PanelStatus
          text="Loading the entry"
          failure={isError ? 'This entry could not be loaded.' : null}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <EntryForm key={data.id} {...{ bookId, entry: data, entries, canEdit }} onDeleted={onClose} />
          <FactSection {...{ bookId, entry: data, chapters, currentId, canEdit }} />
          <RelationSection {...{ bookId, entry: data, entries, canEdit, onOpen }} />
        </>
      )}
    </div>
  );
}
