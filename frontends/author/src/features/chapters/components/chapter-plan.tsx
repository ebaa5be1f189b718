import type { Chapter } from '@inkbear/contracts/books/chapter';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { type FormEvent, useState } from 'react';
import { usePlanChapter } from '../api/plan-chapter.ts';
import { planOf, pointsOf, rebasePlan } from '../plan.ts';
import styles from './chapter-plan.module.css';

/** What is to happen in this chapter; AI reads it before it writes. Key it by the chapter. */
export function ChapterPlan({ chapter, canEdit }: { chapter: Chapter; canEdit: boolean }) {
  const [start, setStart] = useState(() => planOf(chapter));
  const [plan, setPlan] = useState(start);
  const save = usePlanChapter(chapter);
  const stored = planOf(chapter);
  // A template that was taken over, or another tab: what nobody types in follows the stored plan.
  if (stored.description !== start.description || stored.keyPoints !== start.keyPoints) {
    setStart(stored);
    setPlan(rebasePlan(plan, start, stored));
  }
  const isChanged = plan.description !== start.description || plan.keyPoints !== start.keyPoints;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sent = plan;
    save.mutate({ description: sent.description, keyPoints: pointsOf(sent.keyPoints) }, {
      onSuccess: (saved) => setPlan((now) => rebasePlan(now, sent, planOf(saved))),
    });
  };
  return (
    <form className={styles['plan']} onSubmit={submit} aria-label="Plan of this chapter">
      <TextArea label="What happens" rows={3} maxLength={10_000} disabled={!canEdit} placeholder="Ida finds the lamp unlit and a boat where no boat should be." value={plan.description} onChange={({ target }) => setPlan({ ...plan, description: target.value })} />
      <TextArea label="Key points" rows={5} hint="One on each line." disabled={!canEdit} value={plan.keyPoints} onChange={({ target }) => setPlan({ ...plan, keyPoints: target.value })} />
      <div className={styles['actions']}>
        <PlainButton type="submit" disabled={!canEdit || !isChanged || save.isPending}>{save.isPending ? 'Saving…' : 'Save plan'}</PlainButton>
        <span role="status" className={styles['said']}>{save.isSuccess && !isChanged ? 'The plan is saved.' : ''}</span>
      </div>
    </form>
  );
}
