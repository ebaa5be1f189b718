import type { Chapter } from '@inkbear/contracts/books/chapter';
import { clashesOf, without } from '@inkbear/web-kit/field-clash.ts';
import { draftOf, useFormDraft } from '@inkbear/web-kit/form-draft.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useState } from 'react';
import { usePlanChapter } from '../api/plan-chapter.ts';
import { addPoints, asStored, type ChapterPlan, isSamePlan, planOf, pointsError, pointsOf, rebasePlan } from '../plan.ts';

interface Typed { readonly start: ChapterPlan; readonly plan: ChapterPlan }

/** The plan of a chapter as it is typed: kept while it is unsaved, saved when its form closes. Key its component by the chapter. */
export function usePlanForm(chapter: Chapter) {
  const draftKey = `plan:${chapter.id}`;
  const [{ start, plan }, setTyped] = useState<Typed>(() => draftOf<Typed>(draftKey) ?? { start: planOf(chapter), plan: planOf(chapter) });
  const saving = usePlanChapter(chapter);
  const [lastSent, setLastSent] = useState<ChapterPlan | null>(null);
  const [clashes, setClashes] = useState<Partial<ChapterPlan>>({});
  const stored = planOf(chapter);
  // Another tab: what nobody types in follows the stored plan.
  if (stored.description !== start.description || stored.keyPoints !== start.keyPoints) {
    setTyped({ start: stored, plan: rebasePlan(plan, start, stored) });
    setClashes((before) => ({ ...before, ...clashesOf({ typed: plan, start, now: stored, sent: lastSent }) }));
  }
  const error = pointsError(plan);
  const isChanged = !isSamePlan(plan, start);
  const isUndecided = Object.keys(clashes).length > 0;
  const decide = (name: keyof ChapterPlan) => setClashes((before) => without(before, name));
  const send = async (sent: ChapterPlan): Promise<boolean> => {
    if (pointsError(sent) !== undefined || isUndecided) return false;
    setLastSent(asStored(sent));
    const seen = { description: start.description, keyPoints: pointsOf(start.keyPoints) };
    const saved = await saving.mutateAsync({ description: sent.description, keyPoints: pointsOf(sent.keyPoints), seen }).catch(() => null);
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
    plan, error, isChanged, addBeats, clashes, isUndecided,
    keepMine: decide,
    takeStored: (name: keyof ChapterPlan) => {
      setTyped({ start, plan: { ...plan, [name]: clashes[name] } });
      decide(name);
    },
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !isChanged,
    change: (part: Partial<ChapterPlan>) => setTyped({ start, plan: { ...plan, ...part } }),
    save: () => send(plan),
  };
}

export type PlanForm = ReturnType<typeof usePlanForm>;
