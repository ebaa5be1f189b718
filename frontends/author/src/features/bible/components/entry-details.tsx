import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import { type BibleEntry, bibleLimits } from '@inkbear/contracts/bible/entry';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { type FormEvent, useState } from 'react';
import { PanelLoading } from '../../../ui/load-states.tsx';
import { useEntry, useWriteBible } from '../bible.api.ts';
import { kindOptions, toAliases } from '../bible-text.ts';
import { withoutDeletedEvent } from '../timeline.ts';
import styles from './bible-panel.module.css';
import { FactSection } from './fact-section.tsx';
import { RelationSection } from './relation-section.tsx';
import { EventTimeFields } from './event-time-fields.tsx';

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
        <PanelLoading
          text="Loading the entry"
          failure={isError ? 'This entry could not be loaded.' : null}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <EntryForm key={data.rev} {...{ bookId, entry: data, entries, canEdit }} onDeleted={onClose} />
          <FactSection {...{ bookId, entry: data, chapters, currentId, canEdit }} />
          <RelationSection {...{ bookId, entry: data, entries, canEdit, onOpen }} />
        </>
      )}
    </div>
  );
}

interface FormProps {
  bookId: string;
  entry: BibleEntryDetails;
  entries: readonly BibleEntry[];
  canEdit: boolean;
  onDeleted: () => void;
}

function EntryForm({ bookId, entry, entries, canEdit, onDeleted }: FormProps) {
  const { kind, name, summary, notes, tracked, caseSensitive, inPrompt, when } = entry;
  const [typed, setTyped] = useState<Typed>({
    ...{ kind, name, summary, notes },
    when: withoutDeletedEvent(when, entries),
    aliases: entry.aliases.join(', '),
  });
  const { mutate, isPending } = useWriteBible(bookId);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { when: typedWhen, ...texts } = typed;
    const fields = { ...texts, aliases: toAliases(typed.aliases), tracked, caseSensitive, inPrompt };
    mutate({ kind: 'update', entry, fields: { ...fields, ...(typedWhen && { when: typedWhen }) } });
  };
  return (
    <form className={styles['form']} aria-label={entry.name} onSubmit={save}>
      <EntryFields
        typed={typed}
        events={entries.filter((each) => each.kind === 'event' && each.id !== entry.id)}
        canEdit={canEdit}
        onChange={(part) => setTyped({ ...typed, ...part })}
      />
      {canEdit && (
        <div className={styles['buttons']}>
          <PlainButton type="submit" variant="primary" disabled={isPending || typed.name.trim() === ''}>
            Save entry
          </PlainButton>
          <PlainButton
            variant="quiet"
            disabled={isPending || entry.status === 'locked'}
            onClick={() => mutate({ kind: 'delete', entry }, { onSuccess: onDeleted })}
          >
            Delete entry
          </PlainButton>
        </div>
      )}
    </form>
  );
}

/** The values of the form's fields. */
interface Typed {
  kind: EntryKind;
  name: string;
  /** Separated by commas. */
  aliases: string;
  summary: string;
  notes: string;
  when: BibleEntry['when'];
}

interface FieldsProps {
  typed: Typed;
  events: readonly BibleEntry[];
  canEdit: boolean;
  onChange: (part: Partial<Typed>) => void;
}

function EntryFields({ typed, events, canEdit, onChange }: FieldsProps) {
  return (
    <fieldset className={styles['fields']} disabled={!canEdit}>
      <TextField
        label="Name"
        maxLength={120}
        value={typed.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <ChoiceField
        label="Kind"
        options={kindOptions}
        value={typed.kind}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as EntryKind })}
      />
      {typed.kind === 'event' && (
        <EventTimeFields when={typed.when} events={events} onChange={(when) => onChange({ when })} />
      )}
      <TextField
        label="Other names"
        hint="Separate them with commas."
        isOptional
        value={typed.aliases}
        onChange={({ currentTarget }) => onChange({ aliases: currentTarget.value })}
      />
      <TextArea
        label="Summary"
        isOptional
        rows={3}
        maxLength={1000}
        value={typed.summary}
        onChange={({ currentTarget }) => onChange({ summary: currentTarget.value })}
      />
      <TextArea
        label="Notes"
        hint="Only for you. Notes are never sent to AI."
        isOptional
        rows={5}
        maxLength={bibleLimits.notes}
        value={typed.notes}
        onChange={({ currentTarget }) => onChange({ notes: currentTarget.value })}
      />
    </fieldset>
  );
}
