import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import { attributeName } from '@inkbear/contracts/bible/names';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { type FormEvent, useState } from 'react';
import { useWriteBible } from '../bible.api.ts';
import { attributeOptions, validityText } from '../bible-text.ts';
import styles from './bible-panel.module.css';

interface Props {
  bookId: string;
  entry: BibleEntryDetails;
  chapters: readonly ChapterItem[];
  currentId: string;
  canEdit: boolean;
}

/** What is known about an entry, and where in the book it is true. */
export function FactSection({ bookId, entry, chapters, currentId, canEdit }: Props) {
  const { mutate, isPending } = useWriteBible(bookId);
  return (
    <section className={styles['section']} aria-label="Facts">
      <h3 className={styles['heading']}>Facts</h3>
      {entry.facts.length === 0 && <p className={styles['note']}>No facts yet.</p>}
      <ul role="list" className={styles['rows']}>
        {entry.facts.map((fact) => (
          <li key={fact.id} className={styles['row']}>
            <p className={styles['value']}>
              <span className={styles['note']}>{attributeName(fact.attribute)}:</span> {fact.value}
              <span className={styles['note']}>
                {' '}
                {validityText(fact, chapters)}
                {fact.status === 'proposed' && ' (proposed)'}
              </span>
            </p>
            {canEdit && fact.status !== 'locked' && (
              <PlainButton
                small
                variant="quiet"
                disabled={isPending}
                aria-label={`Delete the fact ${attributeName(fact.attribute)}: ${fact.value}`}
                onClick={() => mutate({ kind: 'delete-fact', entryId: entry.id, factId: fact.id })}
              >
                Delete
              </PlainButton>
            )}
          </li>
        ))}
      </ul>
      {canEdit && <NewFact key={entry.kind} {...{ bookId, entry, chapters, currentId }} />}
    </section>
  );
}

function NewFact({ bookId, entry, chapters, currentId }: Omit<Props, 'canEdit'>) {
  const options = attributeOptions(entry.kind);
  const [attribute, setAttribute] = useState(options[0]?.value ?? 'other');
  const [value, setValue] = useState('');
  const [begins, setBegins] = useState('');
  const { mutate, isPending } = useWriteBible(bookId);
  const current = chapters.find(({ id }) => id === currentId)?.chapterNumber;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    const since = begins === '' ? null : { chapterId: begins, at: 0 };
    // The newest fact of this attribute ends where this one begins.
    const older = since && entry.facts.findLast((fact) => fact.attribute === attribute && fact.until === null);
    const fact = { attribute, value, since, ...(older && { replaces: older.id }) };
    mutate({ kind: 'add-fact', entryId: entry.id, fact }, { onSuccess: () => setValue('') });
  };
  return (
    <form className={styles['form']} aria-label="New fact" onSubmit={add}>
      <ChoiceField
        label="What"
        options={options}
        value={attribute}
        onChange={({ currentTarget }) => setAttribute(currentTarget.value)}
      />
      <TextField
        label="Fact"
        maxLength={300}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <ChoiceField
        label="True"
        placeholder="From the beginning"
        options={current === undefined ? [] : [{ value: currentId, label: `From this chapter (${current}) on` }]}
        value={begins}
        hint="From this chapter on, it replaces the earlier fact."
        onChange={({ currentTarget }) => setBegins(currentTarget.value)}
      />
      <PlainButton type="submit" disabled={isPending || value.trim() === ''}>
        Add fact
      </PlainButton>
    </form>
  );
}
