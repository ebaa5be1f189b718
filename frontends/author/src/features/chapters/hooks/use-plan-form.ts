import type { Chapter } from '@inkbear/contracts/books/chapter';
import { draftOf, useFormDraft } from '@inkbear/web-kit/form-draft.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import { usePlanChapter } from '../api/plan-chapter.ts';
import { addPoints, type ChapterPlan, isSamePlan, planOf, pointsError, pointsOf, rebasePlan } from '../plan.ts';

interface Typed { readonly start: ChapterPlan; readonly plan: ChapterPlan }

/** The plan of a chapter as it is typed: kept while it is unsaved, saved when its form closes. Key its component by the chapter. */
export function usePlanForm(chapter: Chapter) {
  const draftKey = `plan:${chapter.id}`;
  const [{ start, plan }, setTyped] = useState<Typed>(() => draftOf<Typed>(draftKey) ?? { start: planOf(chapter), plan: planOf(chapter) });
  const saving = usePlanChapter(chapter);
  const stored = planOf(chapter);
  // Another tab: what nobody types in follows the stored plan.
  if (stored.description !== start.description || stored.keyPoints !== start.keyPoints) setTyped({ start: stored, plan: rebasePlan(plan, start, stored) });
  const error = pointsError(plan);
  const isChanged = !isSamePlan(plan, start);
  const send = async (sent: ChapterPlan): Promise<boolean> => {
    if (pointsError(sent) !== undefined) return false;
    const saved = await saving.mutateAsync({ description: sent.description, keyPoints: pointsOf(sent.keyPoints) }).catch(() => null);
    if (saved === null) return false;
    setTyped((now) => ({ ...now, plan: rebasePlan(now.plan, sent, planOf(saved)) }));
    return true;
  };
  useFormDraft(draftKey, isChanged ? { values: { start, plan }, save: () => send(plan) } : null);
  const addBeats = async (beats: readonly string[]): Promise<void> => {
    const next = addPoints(plan, beats);
    const refusal = pointsError(next);
    if (refusal !== undefined) return toast({ title: 'Not added', description: refusal, tone: 'destructive' });
    setTyped({ start, plan: next });
    if (await send(next)) toast({ title: 'Added to the plan', description: 'The four beats stand below your key points. Your text is as it was.' });
  };
  return {
    plan, error, isChanged, addBeats,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !isChanged,
    change: (part: Partial<ChapterPlan>) => setTyped({ start, plan: { ...plan, ...part } }),
    save: () => send(plan),
  };
}

export type PlanForm = ReturnType<typeof usePlanForm>;
