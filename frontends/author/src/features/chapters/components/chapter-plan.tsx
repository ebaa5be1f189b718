import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useChapterPlanForm } from '../hooks/use-chapter-plan-form.ts';
import { PlanFields } from './plan-fields.tsx';

/** The plan form of a chapter. Must be keyed by the chapter id. */
export function ChapterPlan({ chapter, canEdit }: { chapter: ChapterItem; canEdit: boolean }) {
  return <PlanFields form={useChapterPlanForm(chapter)} canEdit={canEdit} />;
}
