import { manuscriptMenuItems } from '../../manuscript/manuscript-top-bar.tsx';
import { useOpenManuscript } from '../../manuscript/open-manuscript.ts';
import type { MenuItem } from '../../ui/overlays/antd-overlays.tsx';
import { useOpenStory } from './open-story.ts';
import { storyActions } from './story-actions.ts';
import { storyTools } from './story-tool-list.ts';

/** The menu of the open story. */
export function useStoryMenu(): readonly MenuItem[] {
  const openManuscript = useOpenManuscript();
  return manuscriptMenuItems(storyActions(openManuscript, useOpenStory()), storyTools, openManuscript.layout);
}
