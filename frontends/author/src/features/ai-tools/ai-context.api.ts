import { getContext } from '@inkbear/contracts/ai/context';
import { buildPath, type ClientReply } from '@inkbear/contracts/route';
import { pathKey, read } from '@inkbear/web-kit/read.ts';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';

/** Cache keys of what AI sees. `all()` is a prefix of every chapter's key. */
const aiContextKeys = { all: () => pathKey(buildPath(getContext)) };

/** Defaults for fields of a part that servers of the previous release do not send. */
const partDefaults = { isExcluded: false, chapters: [] };

/** The parts of the book that are sent to AI for a chapter, as the stored choice of the book says. */
export const aiContextQuery = (chapterId: string) => ({
  ...read(getContext, { query: { chapterId } }),
  select: ({ parts, ...context }: ClientReply<typeof getContext>): ClientReply<typeof getContext> => ({
    ...context,
    parts: parts.map((part) => ({ ...partDefaults, ...part })),
  }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

/** Refetches what AI sees, for every chapter. */
export const invalidateAiContext = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: aiContextKeys.all() });
