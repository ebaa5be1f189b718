import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { longDate } from '@inkbear/web-kit/format.ts';
import type { FormEvent } from 'react';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { describeBeats, readBeats, writeBeats } from '../beats.ts';
import type { ChapterPlanForm } from '../hooks/use-chapter-plan-form.ts';
import { BeatList } from './beat-list.tsx';
import styles from './chapter-plan.module.css';
import { StoryTimeFields } from './story-time-fields.tsx';

interface Props {
  form: ChapterPlanForm;
  canEdit: boolean;
}

/** The plan of this chapter, which is sent to AI with every request. */
export function PlanFields({ form, canEdit }: Props) {
  const { typed, error, isChanged, isUndecided, isSaving, isSaved, edit } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    // The server’s limits are checked here, with messages at the fields.
    <form className={styles['plan']} onSubmit={submit} noValidate aria-label="Plan of this chapter">
      <TextArea
        label="What happens"
        rows={3}
        maxLength={10_000}
        disabled={!canEdit}
        placeholder="Ida finds the lamp unlit and a boat where no boat should be."
        value={typed.description}
        onChange={({ target }) => edit({ description: target.value })}
      />
      <FormConflict form={form} name="description" label="What happens" />
      <TextArea
        label="Key points"
        rows={5}
        hint="One on each line."
        error={error}
        disabled={!canEdit}
        value={typed.keyPoints}
        onChange={({ target }) => edit({ keyPoints: target.value })}
      />
      <FormConflict form={form} name="keyPoints" label="Key points" />
      <BeatList
        beats={readBeats(typed.beats)}
        canEdit={canEdit}
        onChange={(beats) => edit({ beats: writeBeats(beats) })}
      />
      <FormConflict form={form} name="beats" label="Beats" describe={describeBeats} />
      <StoryTimeFields storyDate={typed.storyDate} isFlashback={typed.isFlashback} canEdit={canEdit} onChange={edit} />
      <FormConflict form={form} name="storyDate" label="Date in the story" describe={describeDate} />
      <FormConflict form={form} name="isFlashback" label="This chapter is a flashback" describe={describeFlashback} />
      <div className={styles['actions']}>
        <PlainButton type="submit" disabled={!canEdit || !isChanged || isUndecided || isSaving || error !== undefined}>
          {isSaving ? 'Saving…' : 'Save plan'}
        </PlainButton>
        <span role="status" className={styles['status']}>
          {isSaved ? 'The plan is saved.' : ''}
        </span>
      </div>
    </form>
  );
}

const describeDate = (date: string): string => (date === '' ? '' : longDate(date, 'UTC'));
const describeFlashback = (isFlashback: string): string => (isFlashback === '' ? 'No' : 'Yes');
