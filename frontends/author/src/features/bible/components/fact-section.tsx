import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import { attributeName } from '@inkbear/contracts/bible/names';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { createDraftStore } from '@inkbear/web-kit/draft-store.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { FormEvent } from 'react';
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
      {canEdit && <NewFact {...{ bookId, entry, chapters, currentId }} />}
    </section>
  );
}

interface FactDraft {
  /** A key of `attributes`; '' for the first one of the entry's kind. */
  readonly attribute: string;
  readonly value: string;
  /** Whether it is true from the current chapter on, and not from the beginning. */
  readonly beginsHere: boolean;
}

/** The facts that are being added, by entry. */
const factDrafts = createDraftStore<FactDraft>('new-fact', { attribute: '', value: '', beginsHere: false });

function NewFact({ bookId, entry, chapters, currentId }: Omit<Props, 'canEdit'>) {
  const options = attributeOptions(entry.kind);
  const draft = factDrafts.useDraft(entry.id);
  const { value, beginsHere } = draft;
  const attribute = options.some((option) => option.value === draft.attribute)
    ? draft.attribute
    : (options[0]?.value ?? 'other');
  const change = (part: Partial<FactDraft>) => factDrafts.change(entry.id, part);
  const { mutateAsync, isPending } = useWriteBible(bookId);
  const current = chapters.find(({ id }) => id === currentId)?.chapterNumber;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    const since = beginsHere ? { chapterId: currentId, at: 0 } : null;
    // The newest fact of this attribute ends where this one begins.
    const older = since && entry.facts.findLast((fact) => fact.attribute === attribute && fact.until === null);
    const fact = { attribute, value, since, ...(older && { replaces: older.id }) };
    const clear = () => {
      if (factDrafts.get(entry.id).value === value) change({ value: '' });
    };
    // The mutation reports a failure. Its callbacks would not run when the entry has been closed meanwhile.
    void mutateAsync({ kind: 'add-fact', entryId: entry.id, fact }).then(clear, () => undefined);
  };
  return (
    <form className={styles['form']} aria-label="New fact" onSubmit={add}>
      <ChoiceField
        label="About"
        options={options}
        value={attribute}
        onChange={({ currentTarget }) => change({ attribute: currentTarget.value })}
      />
      <TextField
        label="Fact"
        maxLength={300}
        value={value}
        onChange={({ currentTarget }) => change({ value: currentTarget.value })}
      />
      <ChoiceField
        label="When it is true"
        placeholder="From the beginning"
        options={current === undefined ? [] : [{ value: currentId, label: `From this chapter (${current}) on` }]}
        value={beginsHere ? currentId : ''}
        hint="If you choose “From this chapter”, the new fact replaces the earlier one from this chapter on."
        onChange={({ currentTarget }) => change({ beginsHere: currentTarget.value !== '' })}
      />
      <PlainButton type="submit" disabled={isPending || value.trim() === ''}>
        Add fact
      </PlainButton>
    </form>
  );
}
