import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useState } from 'react';
import { useSaveChapterPlan } from '../chapters.api.ts';
import { targetFrom, targetRange } from '../plan.ts';
import styles from './chapter-plan.module.css';

/** Target length and completion of the chapter. Must be keyed by the chapter id. */
export function TargetField({ chapter, canEdit }: { chapter: ChapterItem; canEdit: boolean }) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = useSaveChapterPlan(chapter);
  const commit = () => {
    if (typed === null) return;
    const targetWordCount = targetFrom(typed);
    setTyped(null);
    if (targetWordCount !== chapter.targetWordCount) save.mutate({ targetWordCount });
  };
  return (
    <div className={styles['target']}>
      <label>
        Target words
        <input
          type="number"
          className={styles['number']}
          {...targetRange}
          value={typed ?? (save.isPending ? save.variables.targetWordCount : undefined) ?? chapter.targetWordCount}
          disabled={!canEdit}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={({ key }) => {
            if (key === 'Enter') commit();
          }}
        />
      </label>
      <label>
        <input
          type="checkbox"
          className={styles['tick']}
          checked={chapter.isComplete}
          disabled={!canEdit || save.isPending || chapter.wordCount >= chapter.targetWordCount}
          onChange={({ target }) => save.mutate({ isComplete: target.checked })}
        />
        Complete
      </label>
    </div>
  );
}
