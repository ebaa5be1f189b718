import { listAdminStories } from '@inkbear/contracts/admin/stories';
import { escapeRegExp, listPage, nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { Connection, mongo } from 'mongoose';

interface StoryRow {
  _id: string;
  list: { title: string; userName: string; userEmail: string; wordCount: number; createdAt: Date; search: string };
  /** A copy of the data in the newest event about this story. */
  told: { storyType: string };
}

/** The category of a story type, as the specification defines it (part 2). */
const categories: Readonly<Record<string, string>> = {
  'achievement-celebration': 'Milestones',
  'professional-journey': 'Career',
  'life-milestone': 'Milestones',
  'family-legacy': 'Family',
};

export const storyRoutes = ({ connection }: { connection: Connection }): ServedRoute[] => [
  serve(listAdminStories, async ({ query }) => {
    const sort = query.sort.startsWith('-') ? `-list.${query.sort.slice(1)}` : `list.${query.sort}`;
    const filter = {
      'list.createdAt': { $exists: true },
      ...(query.q ? { 'list.search': { $regex: escapeRegExp(query.q.toLowerCase()) } } : {}),
    };
    const { rows, next } = await listPage(
      connection.collection<StoryRow>('stories'),
      { ...query, sort },
      filter as mongo.Filter<StoryRow>,
    );
    return reply(
      200,
      rows.map(({ _id: id, list: { title, userName, userEmail, wordCount, createdAt }, told: story }) => ({
        id,
        title,
        userName,
        userEmail,
        category: categories[story.storyType] ?? '',
        wordCount,
        createdAt: createdAt.toISOString(),
      })),
      nextLink(listAdminStories, query, next),
    );
  }),
];
