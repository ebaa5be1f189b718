import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { limits as fixed } from '@inkbear/contracts/plans';
import { useQuery } from '@tanstack/react-query';
import { FactList } from '../../../ui/side-card.tsx';
import { aiLimitsQuery } from '../../ai-tools/ai.api.ts';

/** How often AI was used for this chapter; shows the server's count once it is loaded. */
export function AiUses({ chapter: { id, bookId, aiGeneratedCount, aiEditCount } }: { chapter: ChapterItem }) {
  const { data } = useQuery(aiLimitsQuery({ bookId, chapterId: id }));
  const used = (name: string, known: number) => data?.find(({ limit }) => limit === name)?.used ?? known;
  return (
    <FactList>
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
    </FactList>
  );
}
