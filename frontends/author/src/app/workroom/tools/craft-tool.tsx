import { PlanFields } from '../../../features/chapters/components/plan-fields.tsx';
import { usePlanForm } from '../../../features/chapters/hooks/use-plan-form.ts';
import { CraftPanel } from '../../../features/craft/components/craft-panel.tsx';
import type { DeskView } from '../desk-view.ts';
import styles from './craft-tool.module.css';

export default function CraftTool(desk: DeskView) {
  return <CraftOfChapter key={desk.current.id} {...desk} />;
}

function CraftOfChapter({ book, current }: DeskView) {
  const form = usePlanForm(current);
  return (
    <div className={styles['tool']}>
      <section className={styles['plan']} aria-labelledby="plan-title">
        <h3 id="plan-title">Plan of this chapter</h3>
        <PlanFields form={form} canEdit={book.canEdit} />
      </section>
      <CraftPanel
        chapterId={current.id}
        genre={book.genre}
        canEdit={book.canEdit}
        isBusy={form.isSaving}
        onBeats={(beats) => void form.addBeats(beats)}
      />
    </div>
  );
}
