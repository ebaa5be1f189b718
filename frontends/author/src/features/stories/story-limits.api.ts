import { getStoryLimits } from '@inkbear/contracts/stories/story-writing';
import { read } from '@inkbear/web-kit/read.ts';
import { usageOptions } from '../ai-tools/ai.api.ts';

/** AI uses that are left for a Personal Story. */
export const storyLimitsQuery = (id: string) => ({ ...read(getStoryLimits, { params: { id } }), ...usageOptions });
