import { ManuscriptTopBar, manuscriptMenuItems } from '../../manuscript/manuscript-top-bar.tsx';
import { saveStoryNow, storyActions, type StoryActionContext } from './story-actions.ts';
import { storyTools } from './story-tool-list.ts';

/** The top bar of an open story. */
export function StoryTopBar(context: StoryActionContext) {
  const { story, queue, isFocused, isReading, onFocusMode, onReading, onTool } = context;
  return (
    <ManuscriptTopBar
      noun="story"
      title={story.title}
      back={{ to: '/personal-stories', label: 'Back to Stories' }}
      menuItems={manuscriptMenuItems(storyActions(context), storyTools, onTool)}
      onSave={() => saveStoryNow(queue)}
      {...{ queue, isFocused, isReading, onFocusMode, onReading }}
    />
  );
}
