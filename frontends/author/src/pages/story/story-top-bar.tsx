import { ManuscriptTopBar, manuscriptMenuItems } from '../../manuscript/manuscript-top-bar.tsx';
import { useOpenManuscript } from '../../manuscript/open-manuscript.ts';
import { useOpenStory } from './open-story.ts';
import { storyActions } from './story-actions.ts';
import { storyTools } from './story-tool-list.ts';

/** The top bar of an open story. */
export function StoryTopBar() {
  const openManuscript = useOpenManuscript();
  return (
    <ManuscriptTopBar
      back={{ to: '/personal-stories', label: 'Back to Stories' }}
      menuItems={manuscriptMenuItems(storyActions(openManuscript, useOpenStory()), storyTools, openManuscript.layout)}
    />
  );
}
