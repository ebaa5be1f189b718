import type { Story } from '@inkbear/contracts/stories/story';
import { createRequiredContext } from '../../ui/required-context.ts';

/** The open story, for the bars and tools of its editor. */
export interface OpenStory {
  readonly story: Story;
  /** Opens the form for title, author, publisher and dedication. */
  readonly onInformation: () => void;
}

export const [OpenStoryProvider, useOpenStory] = createRequiredContext<OpenStory>('The open story');
