import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { FieldConflict } from '@inkbear/ui-kit/field-conflict.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import type { FormEvent } from 'react';
import type { PlanForm } from '../hooks/use-plan-form.ts';
import styles from './chapter-plan.module.css';

/** The plan of this chapter, which is sent to AI with every request. */
export function PlanFields({ form, canEdit }: { form: PlanForm; canEdit: boolean }) {
  const { conflicts, isUndecided, keepMine, acceptStored } = form;
  const conflictOf = (name: keyof typeof conflicts, label: string) =>
    conflicts[name] !== undefined && (
      <FieldConflict
        label={label}
        text={conflicts[name]}
        onKeepMine={() => keepMine(name)}
        onUseSaved={() => acceptStored(name)}
      />
    );
  const { typed, error, isChanged, isSaving, isSaved, edit } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <form className={styles['plan']} onSubmit={submit} aria-label="Plan of this chapter">
      <TextArea
        label="What happens"
        rows={3}
        maxLength={10_000}
        disabled={!canEdit}
        placeholder="Ida finds the lamp unlit and a boat where no boat should be."
        value={typed.description}
        onChange={({ target }) => edit({ description: target.value })}
      />
      {conflictOf('description', 'What happens')}
      <TextArea
        label="Key points"
        rows={5}
        hint="One on each line."
        error={error}
        disabled={!canEdit}
        value={typed.keyPoints}
        onChange={({ target }) => edit({ keyPoints: target.value })}
      />
      {conflictOf('keyPoints', 'Key points')}
      <div className={styles['actions']}>
        <PlainButton type="submit" disabled={!canEdit || !isChanged || isUndecided || isSaving || error !== undefined}>
          {isSaving ? 'Saving…' : 'Save plan'}
        </PlainButton>
        <span role="status" className={styles['status']}>
          {isSaved ? 'The plan is saved.' : ''}
        </span>
      </div>
    </form>
  );
}
