import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { useState } from 'react';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { type SavedFilter, savedFilters } from '../saved-filters.ts';
import styles from '../users.module.css';

type Words = SavedFilter['words'];
const isSame = (one: Words, other: Words) =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

/** The filters this browser remembers by name, and the way to remember the present one. */
export function SavedFilterBar({ words, onUse }: { words: Words; onUse: (words: Words) => void }) {
  const [filters, setFilters] = useState(savedFilters.read);
  const [name, setName] = useState<string | null>(null);
  const isEmpty = Object.keys(words).length === 0;
  const keep = (next: SavedFilter[]) => {
    savedFilters.keep(next);
    setFilters(next);
  };
  const save = () => {
    const title = (name ?? '').trim();
    keep([...filters.filter((each) => each.name !== title), { name: title, words }]);
    setName(null);
  };
  if (isEmpty && filters.length === 0) return null;
  return (
    <div className={styles['saved']}>
      <ul role="list" aria-label="Saved filters">
        {filters.map((filter) => (
          <li key={filter.name} className={styles['chip']} data-current={isSame(filter.words, words) || undefined}>
            <button type="button" onClick={() => onUse(filter.words)}>
              {filter.name}
            </button>
            <button
              type="button"
              aria-label={`Forget the filter ${filter.name}`}
              onClick={() => keep(filters.filter((each) => each !== filter))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {!isEmpty && !filters.some((filter) => isSame(filter.words, words)) && (
        <PlainButton small look="quiet" onClick={() => setName('')}>
          Save this filter
        </PlainButton>
      )}
      <FormDialog
        isOpen={name !== null}
        title="Save this filter"
        action="Save filter"
        busy="Saving…"
        isBusy={false}
        isIncomplete={(name ?? '').trim() === ''}
        onSubmit={save}
        onClose={() => setName(null)}
      >
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={40}
          hint="Kept in this browser only."
          value={name ?? ''}
          onChange={(event) => setName(event.target.value)}
        />
      </FormDialog>
    </div>
  );
}
