import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { relationName } from '@inkbear/contracts/bible/names';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { useWriteBible } from '../bible.api.ts';
import styles from './bible-panel.module.css';

interface Props {
  bookId: string;
  entry: BibleEntryDetails;
  entries: readonly BibleEntry[];
  canEdit: boolean;
  onOpen: (id: string) => void;
}

/** How an entry is related to others. */
export function RelationSection({ bookId, entry, entries, canEdit, onOpen }: Props) {
  const { mutate, isPending } = useWriteBible(bookId);
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  const others = entries.filter(({ id }) => id !== entry.id);
  return (
    <section className={styles['section']} aria-label="Relations">
      <h3 className={styles['heading']}>Relations</h3>
      {entry.relations.length === 0 && <p className={styles['note']}>No relations yet.</p>}
      <ul role="list" className={styles['rows']}>
        {entry.relations.map(({ id, fromId, toId, type, status }) => {
          const [from, to] = [names.get(fromId) ?? '…', names.get(toId) ?? '…'];
          return (
            <li key={id} className={styles['row']}>
              <p className={styles['value']}>
                {from} <span className={styles['note']}>{relationName(type)}</span> {to}
              </p>
              <PlainButton small variant="quiet" onClick={() => onOpen(fromId === entry.id ? toId : fromId)}>
                Open {fromId === entry.id ? to : from}
              </PlainButton>
              {canEdit && status !== 'locked' && (
                <PlainButton
                  small
                  variant="quiet"
                  disabled={isPending}
                  aria-label={`Delete the relation ${from} ${type} ${to}`}
                  onClick={() => mutate({ kind: 'delete-relation', entryId: entry.id, relationId: id })}
                >
                  Delete
                </PlainButton>
              )}
            </li>
          );
        })}
      </ul>
      {canEdit && others.length > 0 && <NewRelation bookId={bookId} entry={entry} others={others} />}
    </section>
  );
}

interface NewProps extends Pick<Props, 'bookId' | 'entry'> {
  others: readonly BibleEntry[];
}

function NewRelation({ bookId, entry, others }: NewProps) {
  const [toId, setToId] = useState('');
  const [type, setType] = useState('');
  const { mutate, isPending } = useWriteBible(bookId);
  const isComplete = toId !== '' && type.trim() !== '';
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    mutate({ kind: 'add-relation', entryId: entry.id, relation: { toId, type } }, { onSuccess: () => setType('') });
  };
  return (
    <form className={styles['form']} aria-label="New relation" onSubmit={add}>
      <TextField
        label={`How ${entry.name} is related`}
        hint="Such as “sister of”, “lives in” or “owes money to”."
        maxLength={40}
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value)}
      />
      <ChoiceField
        label="To"
        placeholder="Choose an entry"
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={toId}
        onChange={({ currentTarget }) => setToId(currentTarget.value)}
      />
      <PlainButton type="submit" disabled={isPending || !isComplete}>
        Add relation
      </PlainButton>
    </form>
  );
}
