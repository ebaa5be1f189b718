import { type ChapterSummaries, summaryCharacters, type SummaryLevel } from '@inkbear/contracts/ai/summary';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { SaveNote } from '../../../ui/save-note.tsx';
import { type SummaryForm, useSummaryForm } from '../hooks/use-summary-form.ts';
import { useSummaries } from '../summary.api.ts';
import styles from './context-panel.module.css';

const fields: readonly { level: SummaryLevel; label: string; hint: string; rows: number }[] = [
  {
    level: 'line',
    label: 'In one line',
    hint: 'Sent when AI works on a chapter seven or more chapters after this one.',
    rows: 2,
  },
  {
    level: 'short',
    label: 'In short',
    hint: 'Sent when AI works on a chapter three to six chapters after this one.',
    rows: 4,
  },
  { level: 'long', label: 'At length', hint: 'Sent when AI works on one of the next two chapters.', rows: 8 },
];

/** The summaries of a chapter, which AI gets instead of its text. */
export function SummaryPanel({ chapterId, label }: { chapterId: string; label: string }) {
  const { data, isError, refetch } = useSummaries(chapterId);
  if (data === undefined)
    return (
      <PanelStatus
        text="Loading the summaries"
        failure={isError ? 'The summaries could not be loaded.' : null}
        onRetry={() => void refetch()}
      />
    );
  return <SummaryFields key={chapterId} {...{ chapterId, label }} summaries={data} />;
}

interface FieldsProps {
  chapterId: string;
  label: string;
  summaries: ChapterSummaries;
}

function SummaryFields({ chapterId, label, summaries }: FieldsProps) {
  const form = useSummaryForm(chapterId, summaries);
  return (
    <form
      className={styles['summaries']}
      aria-label={`Summaries of ${label}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <p className={styles['note']}>
        For later chapters AI receives one of these summaries instead of the chapter’s text. If you leave a field empty,
        AI receives{' '}
        {summaries.automaticBy === 'provider'
          ? 'the summary that it wrote when it read the chapter'
          : 'sentences that Inkbear picks from the chapter'}
        . What you write stays, even when the chapter changes.
      </p>
      {summaries.isOutdated && (
        <div className={styles['outdated']}>
          <p role="status">
            Much of this chapter has changed since you wrote its summaries. Please check that they are still true.
          </p>
          <PlainButton small disabled={form.state !== 'saved'} onClick={form.confirm}>
            They are still true
          </PlainButton>
        </div>
      )}
      <SaveNote state={form.state} failure={form.failure} onRetry={form.save} />
      {fields.map((field) => (
        <Field key={field.level} {...field} form={form} automatic={summaries.automatic[field.level]} />
      ))}
    </form>
  );
}

interface FieldProps {
  form: SummaryForm;
  level: SummaryLevel;
  label: string;
  hint: string;
  rows: number;
  /** The placeholder: what AI gets while the author writes nothing. */
  automatic: string;
}

function Field({ form, level, label, hint, rows, automatic }: FieldProps) {
  return (
    <>
      <TextArea
        {...{ label, hint, rows }}
        value={form.texts[level]}
        placeholder={automatic === '' ? 'This chapter has no text yet.' : automatic}
        maxLength={summaryCharacters[level]}
        error={form.errors[level]}
        onChange={({ target }) => form.edit({ [level]: target.value })}
      />
      <FormConflict form={form} name={level} label={label} />
    </>
  );
}
