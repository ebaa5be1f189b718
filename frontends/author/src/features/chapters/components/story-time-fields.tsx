import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { ChapterPlan } from '../plan.ts';
import styles from './chapter-plan.module.css';

interface Props extends Pick<ChapterPlan, 'storyDate' | 'isFlashback'> {
  canEdit: boolean;
  onChange: (part: Partial<ChapterPlan>) => void;
}

/** When the chapter happens. */
export function StoryTimeFields({ storyDate, isFlashback, canEdit, onChange }: Props) {
  return (
    <>
      <TextField
        label="Date in the story"
        type="date"
        max="9999-12-31"
        isOptional
        disabled={!canEdit}
        value={storyDate}
        onChange={({ target }) => onChange({ storyDate: target.value })}
      />
      <label className={styles['check']}>
        <input
          type="checkbox"
          className={styles['tick']}
          disabled={!canEdit}
          checked={isFlashback === 'yes'}
          onChange={({ target }) => onChange({ isFlashback: target.checked ? 'yes' : '' })}
        />
        This chapter is a flashback
      </label>
    </>
  );
}
