import { getStoryLimits } from '@inkbear/contracts/stories/story-writing';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';

/** What AI may still do for a story, whatever the plan. */
export const useStoryLimits = (id: string) => useQuery(read(getStoryLimits, { params: { id } }));
