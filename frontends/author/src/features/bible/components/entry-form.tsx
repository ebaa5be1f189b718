import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import { type BibleEntry, bibleLimits } from '@inkbear/contracts/bible/entry';
import { kindNames } from '@inkbear/contracts/bible/names';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { FormEvent } from 'react';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { kindOptions } from '../bible-text.ts';
import { whenText } from '../timeline.ts';
import { type EntryFormState, type EntryTexts, readTime, useEntryForm, writeTime } from '../use-entry-form.ts';
import styles from './bible-panel.module.css';
import { EventTimeFields } from './event-time-fields.tsx';

interface Props {
  bookId: string;
  entry: BibleEntryDetails;
  entries: readonly BibleEntry[];
  canEdit: boolean;
  onDeleted: () => void;
}

/** The fields of an entry that the author edits. Must be keyed by the id of the entry. */
export function EntryForm({ canEdit, ...options }: Props) {
  const { entry, entries } = options;
  const form = useEntryForm(options);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <form className={styles['form']} aria-label={entry.name} onSubmit={save}>
      <EntryFields
        form={form}
        events={entries.filter((each) => each.kind === 'event' && each.id !== entry.id)}
        canEdit={canEdit}
      />
      {canEdit && (
        <div className={styles['buttons']}>
          <PlainButton type="submit" variant="primary" disabled={!form.canSave}>
            Save entry
          </PlainButton>
          <PlainButton variant="quiet" disabled={!form.canDelete} onClick={() => void form.remove()}>
            Delete entry
          </PlainButton>
        </div>
      )}
    </form>
  );
}

interface FieldsProps {
  form: EntryFormState;
  events: readonly BibleEntry[];
  canEdit: boolean;
}

function EntryFields({ form, events, canEdit }: FieldsProps) {
  const { typed, edit } = form;
  const bind = (name: keyof EntryTexts) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => edit({ [name]: currentTarget.value }),
  });
  return (
    <fieldset className={styles['fields']} disabled={!canEdit}>
      <TextField label="Name" maxLength={bibleLimits.name} {...bind('name')} />
      <FormConflict form={form} name="name" label="Name" />
      <ChoiceField label="Kind" options={kindOptions} {...bind('kind')} />
      <FormConflict form={form} name="kind" label="Kind" describe={(kind) => kindNames[kind as EntryKind]} />
      {typed.kind === 'event' && (
        <EventTimeFields
          when={readTime(typed.when)}
          events={events}
          onChange={(when) => edit({ when: writeTime(when) })}
        />
      )}
      <FormConflict form={form} name="when" label="Date" describe={(when) => timeText(when, events)} />
      <TextField label="Other names" hint="Separate them with commas." isOptional {...bind('aliases')} />
      <FormConflict form={form} name="aliases" label="Other names" />
      <TextArea label="Summary" isOptional rows={3} maxLength={1000} {...bind('summary')} />
      <FormConflict form={form} name="summary" label="Summary" />
      <TextArea
        label="Notes"
        hint="Only for you. Notes are never sent to AI."
        isOptional
        rows={5}
        maxLength={bibleLimits.notes}
        {...bind('notes')}
      />
      <FormConflict form={form} name="notes" label="Notes" />
    </fieldset>
  );
}

const timeText = (text: string, events: readonly BibleEntry[]): string => {
  const when = readTime(text);
  return whenText({ entry: { id: '', name: '', kind: 'event', when }, date: when?.date ?? null }, events);
};
