import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import type { StyleSheet } from '@inkbear/contracts/books/style-sheet';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import type { ChangeEvent } from 'react';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { SaveNote } from '../../../ui/save-note.tsx';
import { useStyleSheet } from './style-sheet.api.ts';
import {
  detectedLabel,
  styleChoices,
  type StyleField,
  styleLabels,
  undecidedLabel,
  voiceFields,
  voiceSampleMax,
} from './style-form-values.ts';
import { type StyleForm, useStyleForm } from './use-style-form.ts';
import styles from './style-panel.module.css';

interface Props {
  bookId: string;
  entries: readonly BibleEntry[];
}

/** The style sheet of a book: the author's settings, and the conventions detected in the text. */
export function StylePanel({ bookId, entries }: Props) {
  const { data, isError, refetch } = useStyleSheet(bookId);
  if (data === undefined)
    return (
      <PanelStatus
        text="Loading the style sheet"
        failure={isError ? 'The style sheet could not be loaded.' : null}
        onRetry={() => void refetch()}
      />
    );
  return <StyleFields key={bookId} bookId={bookId} entries={entries} sheet={data} />;
}

function StyleFields({ bookId, entries, sheet }: Props & { sheet: StyleSheet }) {
  const form = useStyleForm(bookId, sheet);
  const nameOf = (id: string | null) => entries.find((entry) => entry.id === id)?.name;
  // The detected character is meaningful only with the detected point of view.
  const isAsDetected = form.texts.pov === '' || form.texts.pov === sheet.detected.pov;
  const shownVoices = voiceFields.filter(
    (field, index) => index === 0 || form.texts[field] !== '' || form.texts[voiceFields[index - 1] ?? field] !== '',
  );
  return (
    <form className={styles['form']} aria-label="Style sheet" onSubmit={(event) => event.preventDefault()}>
      <p className={styles['note']}>
        This sheet is sent whenever AI works on a chapter. The checks use the point of view and the tense. Inkbear
        detects what you leave blank.
      </p>
      <SaveNote state={form.state} failure={form.failure} onRetry={form.save} />
      {(Object.keys(styleChoices) as (keyof typeof styleChoices)[]).map((field) => (
        <Choice
          key={field}
          {...{ form, field }}
          options={styleChoices[field]}
          detected={detectedLabel(field, sheet.detected)}
        />
      ))}
      <Choice
        form={form}
        field="povEntryId"
        options={withChosen(form.texts.povEntryId, entries)}
        detected={isAsDetected ? nameOf(sheet.detected.povEntryId) : undefined}
      />
      <Text form={form} field="avoid" rows={4} hint="One word or phrase on each line." />
      <Text form={form} field="notes" rows={4} hint="Anything else that AI must know about how the book is written." />
      <fieldset className={styles['voices']}>
        <legend>Passages in your voice</legend>
        <p className={styles['note']}>
          AI imitates these passages, so that new text sounds like you. Two or three paragraphs are enough.
        </p>
        {shownVoices.map((field) => (
          <Text key={field} form={form} field={field} rows={5} maxLength={voiceSampleMax} />
        ))}
      </fieldset>
    </form>
  );
}

/** The characters of the story bible, and an entry that was chosen and is no longer among them. */
function withChosen(chosen: string, entries: readonly BibleEntry[]): (readonly [string, string])[] {
  const characters = entries.filter(({ kind }) => kind === 'character').map(({ id, name }) => [id, name] as const);
  if (chosen === '' || characters.some(([id]) => id === chosen)) return characters;
  return [...characters, [chosen, entries.find(({ id }) => id === chosen)?.name ?? 'A deleted entry']];
}

interface FieldProps {
  form: StyleForm;
  field: StyleField;
}

const bind = ({ form, field }: FieldProps) => ({
  label: styleLabels[field],
  value: form.texts[field],
  error: form.errors[field],
  onChange: ({ target }: ChangeEvent<HTMLSelectElement | HTMLTextAreaElement>) => form.edit({ [field]: target.value }),
});

interface ChoiceProps extends FieldProps {
  options: readonly (readonly [value: string, label: string])[];
  /** The label of the detected convention. */
  detected: string | undefined;
}

function Choice({ form, field, options, detected }: ChoiceProps) {
  return (
    <>
      <ChoiceField
        {...bind({ form, field })}
        placeholder={undecidedLabel(detected)}
        options={options.map(([value, label]) => ({ value, label }))}
      />
      <FormConflict
        form={form}
        name={field}
        label={styleLabels[field]}
        describe={(text) => options.find(([value]) => value === text)?.[1] ?? undecidedLabel(detected)}
      />
    </>
  );
}

interface TextProps extends FieldProps {
  rows: number;
  hint?: string;
  maxLength?: number;
}

function Text({ form, field, ...input }: TextProps) {
  return (
    <>
      <TextArea {...bind({ form, field })} {...input} />
      <FormConflict form={form} name={field} label={styleLabels[field]} />
    </>
  );
}
