import { getStoryLimits } from '@inkbear/contracts/stories/story-writing';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';

/** The AI limits of a story. */
export const useStoryLimits = (id: string) => useQuery(read(getStoryLimits, { params: { id } }));
