import { useMemo } from 'react';
import { SearchPanel } from '../../../features/search/components/search-panel.tsx';
import { useLeaveTool } from '../../../manuscript/use-leave-tool.ts';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { storySearchSource } from '../../../manuscript/search-source.ts';

export default function SearchTool() {
  const { manuscript, title, userId, queue, editor, canEdit } = useOpenManuscript();
  const leave = useLeaveTool();
  const source = useMemo(() => storySearchSource(userId), [userId]);
  const current = { id: manuscript.id, title, chapterNumber: 0 };
  return (
    <SearchPanel {...{ userId, current, queue, editor, source, canEdit }} onOpenAt={() => undefined} onLeave={leave} />
  );
}
