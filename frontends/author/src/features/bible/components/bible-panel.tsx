import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { kindNames } from '@inkbear/contracts/bible/names';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { SegmentedChoice } from '@inkbear/ui-kit/segmented-choice.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { type FormEvent, useState } from 'react';
import { PanelStatus } from '../../../ui/load-states.tsx';
import type { QuotedPlace } from '../../../ui/quote-link.tsx';
import { StylePanel } from '../style-sheet/style-panel.tsx';
import { useEntries, useWriteBible } from '../bible.api.ts';
import { kindOptions, matchesSearch } from '../bible-text.ts';
import { openEntry, useOpenEntry } from '../open-entry.ts';
import { useReadChapters } from '../reading.api.ts';
import styles from './bible-panel.module.css';
import { EntryDetails } from './entry-details.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { TimelineList } from './timeline-list.tsx';

interface Props {
  bookId: string;
  /** BCP 47 language of the book. */
  language: string;
  chapters: readonly ChapterItem[];
  currentId: string;
  canEdit: boolean;
  /** Shows quoted words in the editor. */
  onGo: (place: QuotedPlace) => void;
}

type View = 'entries' | 'proposed' | 'timeline' | 'style';
const views = [
  ['entries', 'Entries'],
  ['proposed', 'Proposed'],
  ['timeline', 'Timeline'],
  ['style', 'Style'],
] as const;

/** The characters, places and events of a book, and what is known about each. */
export function BiblePanel({ bookId, language, chapters, currentId, canEdit, onGo }: Props) {
  const [view, setView] = useState<View>('entries');
  const openId = useOpenEntry(bookId);
  const setOpenId = (id: string | null) => openEntry(bookId, id);
  const { data, isError, refetch } = useEntries(bookId);
  // Continues while other views of the panel are shown.
  const reading = useReadChapters(bookId);
  if (data === undefined)
    return (
      <PanelStatus
        text="Loading the story bible"
        failure={isError ? 'The story bible could not be loaded.' : null}
        onRetry={() => void refetch()}
      />
    );
  if (openId !== null)
    return (
      <EntryDetails
        key={openId}
        {...{ bookId, entryId: openId, entries: data, chapters, currentId, canEdit }}
        onOpen={setOpenId}
        onClose={() => setOpenId(null)}
      />
    );
  return (
    <div className={styles['panel']}>
      <SegmentedChoice label="Show" name="bible-view" options={views} value={view} onChange={setView} />
      {view === 'timeline' && <TimelineList entries={data} onOpen={setOpenId} />}
      {view === 'style' && <StylePanel bookId={bookId} entries={data} />}
      {view === 'proposed' && (
        <SuggestionList {...{ bookId, language, chapters, canEdit, reading, onGo }} onOpen={setOpenId} />
      )}
      {view === 'entries' && (
        <>
          {canEdit && <NewEntry bookId={bookId} onCreated={setOpenId} />}
          <EntryList entries={data} onOpen={setOpenId} />
        </>
      )}
    </div>
  );
}

function NewEntry({ bookId, onCreated }: { bookId: string; onCreated: (id: string) => void }) {
  const [kind, setKind] = useState<EntryKind>('character');
  const [name, setName] = useState('');
  const { mutate, isPending } = useWriteBible(bookId);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    mutate(
      { kind: 'create', fields: { kind, name } },
      { onSuccess: (written) => 'id' in written && onCreated(written.id) },
    );
  };
  return (
    <form className={styles['form']} aria-label="New entry" onSubmit={add}>
      <ChoiceField
        label="Kind"
        options={kindOptions}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as EntryKind)}
      />
      <TextField
        label="Name"
        maxLength={120}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <PlainButton type="submit" disabled={isPending || name.trim() === ''}>
        Add entry
      </PlainButton>
    </form>
  );
}

function EntryList({ entries, onOpen }: { entries: readonly BibleEntry[]; onOpen: (id: string) => void }) {
  const [typed, setTyped] = useState('');
  const found = entries.filter((entry) => matchesSearch(entry, typed));
  if (entries.length === 0) return <p className={styles['note']}>No entries yet. Continue writing, or add one.</p>;
  return (
    <>
      <TextField
        label="Find an entry"
        type="search"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {found.length === 0 && <p className={styles['note']}>No entry has this name.</p>}
      <ul role="list" className={styles['entries']} aria-label="Entries">
        {found.map((entry) => (
          <li key={entry.id}>
            <button type="button" className={styles['entry']} onClick={() => onOpen(entry.id)}>
              <span className={styles['name']}>{entry.name}</span>
              <span className={styles['note']}>
                {kindNames[entry.kind]}
                {entry.status === 'proposed' && ' · proposed'}
                {entry.aliases.length > 0 && ` · ${entry.aliases.join(', ')}`}
              </span>
              {entry.summary.trim() !== '' && <span className={styles['summary']}>{entry.summary}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
