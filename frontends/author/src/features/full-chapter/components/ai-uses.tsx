import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { limits as fixed } from '@inkbear/contracts/plans';
import { useQuery } from '@tanstack/react-query';
import { aiLimitsQuery } from '../../ai-tools/ai.api.ts';
import styles from './full-chapter.module.css';

/** How often AI was used for this chapter; shows the server's count once it is loaded. */
export function AiUses({ chapter: { id, bookId, aiGeneratedCount, aiEditCount } }: { chapter: ChapterItem }) {
  const { data } = useQuery(aiLimitsQuery({ bookId, chapterId: id }));
  const used = (name: string, known: number) => data?.find(({ limit }) => limit === name)?.used ?? known;
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>AI generations</dt>
        <dd>
          {used('chapter.generate', aiGeneratedCount)}/{fixed.perChapter.generate}
        </dd>
      </div>
      <div>
        <dt>AI edits</dt>
        <dd>
          {used('chapter.edit', aiEditCount)}/{fixed.perChapter.edit}
        </dd>
      </div>
    </dl>
  );
}
