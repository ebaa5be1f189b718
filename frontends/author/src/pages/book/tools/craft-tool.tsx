import { PlanFields } from '../../../features/chapters/components/plan-fields.tsx';
import { usePlanForm } from '../../../features/chapters/hooks/use-plan-form.ts';
import { CraftPanel } from '../../../features/craft/components/craft-panel.tsx';
import type { ToolContext } from '../tool-context.ts';
import styles from './craft-tool.module.css';

export default function CraftTool(context: ToolContext) {
  return <CraftOfChapter key={context.current.id} {...context} />;
}

function CraftOfChapter({ book, current }: ToolContext) {
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
