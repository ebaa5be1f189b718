import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import type { FormEvent } from 'react';
import type { PlanForm } from '../hooks/use-plan-form.ts';
import styles from './chapter-plan.module.css';

/** What is to happen in this chapter; AI reads it before it writes. */
export function PlanFields({ form, canEdit }: { form: PlanForm; canEdit: boolean }) {
  const { plan, error, isChanged, isSaving, isSaved, change } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <form className={styles['plan']} onSubmit={submit} aria-label="Plan of this chapter">
      <TextArea label="What happens" rows={3} maxLength={10_000} disabled={!canEdit} placeholder="Ida finds the lamp unlit and a boat where no boat should be." value={plan.description} onChange={({ target }) => change({ description: target.value })} />
      <TextArea label="Key points" rows={5} hint="One on each line." error={error} disabled={!canEdit} value={plan.keyPoints} onChange={({ target }) => change({ keyPoints: target.value })} />
      <div className={styles['actions']}>
        <PlainButton type="submit" disabled={!canEdit || !isChanged || isSaving || error !== undefined}>{isSaving ? 'Saving…' : 'Save plan'}</PlainButton>
        <span role="status" className={styles['said']}>{isSaved ? 'The plan is saved.' : ''}</span>
      </div>
    </form>
  );
}
