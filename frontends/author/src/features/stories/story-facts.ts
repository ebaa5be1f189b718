import type { StoryItem } from '@inkbear/web-kit/list-items.ts';
import { storyTemplate } from '@inkbear/contracts/stories/story-templates';
import { limits } from '@inkbear/contracts/plans';

export const typeTitle = ({ storyType }: Pick<StoryItem, 'storyType'>): string => storyTemplate(storyType).title;
export const statusText = (isComplete: boolean): 'Complete' | 'Draft' => (isComplete ? 'Complete' : 'Draft');
/** Whether a story counts as complete; the server has the same rule. @param length in UTF-16 units */
export const isComplete = (length: number): boolean => length > limits.completeStoryCharacters;
