import { useMemo } from 'react';
import { SearchPanel } from '../../../features/search/components/search-panel.tsx';
import { storyDesk } from '../../workroom/book-desk.ts';
import type { StoryDesk } from '../story-desk.ts';

export default function SearchTool({ story, queue, editor, userId, canEdit }: StoryDesk) {
  const desk = useMemo(() => storyDesk(userId), [userId]);
  const current = { id: story.id, title: story.title, chapterNumber: 0 };
  return (
    <SearchPanel
      userId={userId}
      current={current}
      queue={queue}
      editor={editor}
      book={desk}
      canEdit={canEdit}
      onOpenAt={() => undefined}
    />
  );
}
