import { ManuscriptTopBar } from '../../manuscript/manuscript-top-bar.tsx';
import { useStoryMenu } from './story-menu.ts';

/** The top bar of an open story. */
export const StoryTopBar = () => (
  <ManuscriptTopBar back={{ to: '/personal-stories', label: 'Back to Stories' }} menuItems={useStoryMenu()} />
);
