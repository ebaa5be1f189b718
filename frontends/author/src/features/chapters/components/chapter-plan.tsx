import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { usePlanForm } from '../hooks/use-plan-form.ts';
import { PlanFields } from './plan-fields.tsx';

/** A chapter's plan by itself. Key it by the chapter. */
export function ChapterPlan({ chapter, canEdit }: { chapter: ChapterItem; canEdit: boolean }) {
  return <PlanFields form={usePlanForm(chapter)} canEdit={canEdit} />;
}
