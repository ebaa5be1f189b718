import { toast } from '@inkbear/web-kit/toast.ts';
import { usePlanChapter } from '../../../features/chapters/api/plan-chapter.ts';
import { ChapterPlan } from '../../../features/chapters/components/chapter-plan.tsx';
import { addPoints, planOf, pointsOf } from '../../../features/chapters/plan.ts';
import { CraftPanel } from '../../../features/craft/components/craft-panel.tsx';
import type { DeskView } from '../desk-view.ts';
import styles from './craft-tool.module.css';

export default function CraftTool({ book, current }: DeskView) {
  const plan = usePlanChapter(current);
  const addBeats = (beats: string[]) => {
    const keyPoints = pointsOf(addPoints(planOf(current), beats).keyPoints);
    plan.mutate({ keyPoints }, { onSuccess: () => toast({ title: 'Added to the plan', description: 'The four beats stand below your key points. Your text is as it was.' }) });
  };
  return (
    <div className={styles['tool']}>
      <section className={styles['plan']} aria-labelledby="plan-title">
        <h3 id="plan-title">Plan of this chapter</h3>
        <ChapterPlan key={current.id} chapter={current} canEdit={book.canEdit} />
      </section>
      <CraftPanel chapterId={current.id} genre={book.genre} canEdit={book.canEdit} isBusy={plan.isPending} onBeats={addBeats} />
    </div>
  );
}
