import type { Chapter } from '@inkbear/contracts/books/chapter';
import { usePlanForm } from '../hooks/use-plan-form.ts';
import { PlanFields } from './plan-fields.tsx';

/** A chapter's plan by itself. Key it by the chapter. */
export function ChapterPlan({ chapter, canEdit }: { chapter: Chapter; canEdit: boolean }) {
  return <PlanFields form={usePlanForm(chapter)} canEdit={canEdit} />;
}
