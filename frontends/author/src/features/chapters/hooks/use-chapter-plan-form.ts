import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSharedForm } from '@inkbear/web-kit/use-shared-form.ts';
import { useSaveChapterPlan } from '../chapters.api.ts';
import { addBeats as addToBeats } from '../beats.ts';
import { changesOf, type ChapterPlan, normalisePlan, planError, planOf, pointsError } from '../plan.ts';

/**
 * Form state of a chapter plan: kept as a draft until it is saved, and saved when the form closes. Key the component by
 * the chapter id.
 */
export function useChapterPlanForm(chapter: ChapterItem) {
  const saving = useSaveChapterPlan(chapter);
  const form = useSharedForm<ChapterPlan>({
    draftKey: `plan:${chapter.id}`,
    stored: planOf(chapter),
    isValid: (plan) => planError(plan) === undefined,
    normalise: normalisePlan,
    send: (plan, start) => saving.mutateAsync(changesOf(plan, start)).then(planOf, () => null),
  });
  const addBeats = async (beats: readonly string[]): Promise<void> => {
    const next = { ...form.typed, beats: addToBeats(form.typed.beats, beats) };
    const refusal = planError(next);
    if (refusal !== undefined)
      return showToast({ title: 'Not added to the chapter plan', description: refusal, tone: 'destructive' });
    if (await form.save(next))
      showToast({
        title: 'Added to the chapter plan',
        description: 'The four beats are in your plan. Your text is unchanged.',
      });
  };
  return {
    ...form,
    addBeats,
    error: pointsError(form.typed),
    isUndecided: Object.keys(form.conflicts).length > 0,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !form.isChanged,
  };
}

export type ChapterPlanForm = ReturnType<typeof useChapterPlanForm>;
