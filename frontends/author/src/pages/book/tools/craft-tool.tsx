import { PlanFields } from '../../../features/chapters/components/plan-fields.tsx';
import { useChapterPlanForm } from '../../../features/chapters/hooks/use-chapter-plan-form.ts';
import { CraftPanel } from '../../../features/craft/components/craft-panel.tsx';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenChapter } from '../open-chapter.ts';
import styles from './craft-tool.module.css';

export default function CraftTool() {
  const { canEdit } = useOpenManuscript();
  const { book, current } = useOpenChapter();
  const form = useChapterPlanForm(current);
  return (
    <div className={styles['tool']}>
      <section className={styles['plan']} aria-labelledby="plan-title">
        <h3 id="plan-title">Plan of this chapter</h3>
        <PlanFields form={form} canEdit={canEdit} />
      </section>
      <CraftPanel
        chapterId={current.id}
        genre={book.genre}
        canEdit={canEdit}
        isBusy={form.isSaving}
        onBeats={(beats) => void form.addBeats(beats)}
      />
    </div>
  );
}
