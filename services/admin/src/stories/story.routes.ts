import { listAdminStories } from '@inkbear/contracts/admin/stories';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { StoryRepository, StoryRow } from './story.repository.ts';

/** The category of a story type, as the specification defines it (part 2). */
const categories: Readonly<Record<string, string>> = {
  'achievement-celebration': 'Milestones',
  'professional-journey': 'Career',
  'life-milestone': 'Milestones',
  'family-legacy': 'Family',
};

const presentStory = ({
  _id: id,
  list: { title, userName, userEmail, wordCount, createdAt },
  data: story,
}: StoryRow) => ({
  id,
  title,
  userName,
  userEmail,
  category: categories[story?.storyType ?? ''] ?? '',
  wordCount,
  createdAt: createdAt.toISOString(),
});

export const storyRoutes = ({ stories }: { stories: StoryRepository }): ServedRoute[] => [
  serve(listAdminStories, async ({ query }) => {
    const { rows, next } = await stories.list(query);

    return reply(200, rows.map(presentStory), nextLink(listAdminStories, query, next));
  }),
];
