import { BottomBar } from '../../manuscript/bottom-bar.tsx';
import { useStoryMenu } from './story-menu.ts';
import { storyTools } from './story-tool-list.ts';

const tools = storyTools.filter(({ id }) => id !== 'history' && id !== 'read-aloud');

/** The bottom bar of an open story. */
export const StoryBottomBar = () => <BottomBar tools={tools} menuItems={useStoryMenu()} />;
