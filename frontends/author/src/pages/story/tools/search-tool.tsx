import { useMemo } from 'react';
import { SearchPanel } from '../../../features/search/components/search-panel.tsx';
import { storySearchSource } from '../../../manuscript/search-source.ts';
import type { StoryToolContext } from '../story-tool-context.ts';

export default function SearchTool({ story, queue, editor, userId, canEdit }: StoryToolContext) {
  const source = useMemo(() => storySearchSource(userId), [userId]);
  const current = { id: story.id, title: story.title, chapterNumber: 0 };
  return (
    <SearchPanel
      userId={userId}
      current={current}
      queue={queue}
      editor={editor}
      source={source}
      canEdit={canEdit}
      onOpenAt={() => undefined}
    />
  );
}
