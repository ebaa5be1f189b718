import { type AdminStory, listAdminStories } from '@inkbear/contracts/admin/stories';
import { adminDeleteStory } from '@inkbear/contracts/stories/admin-story';
import { useAdminMutation } from '../../kit/forms/use-admin-mutation.ts';
import { listSource } from '../../kit/lists/list-source.ts';
import type { ListDefinition } from '../../kit/lists/use-admin-list.ts';
import { adminCall } from '../../kit/session/admin-call.ts';

export const deleteFailedText = 'Failed to delete personal story';

export const storyList: ListDefinition<AdminStory> = {
  source: listSource(listAdminStories),
  defaultSort: '-createdAt',
};
const storyKeys = { list: () => storyList.source.key };

/** Moves a story to its owner's trash. */
export const useDeleteStory = () =>
  useAdminMutation({
    send: ({ id }: Pick<AdminStory, 'id' | 'title'>) => adminCall(adminDeleteStory, { params: { id } }),
    successToast: ({ message }) => ({ title: 'Personal Story Deleted', description: message }),
    failedText: deleteFailedText,
    staleKeys: () => [storyKeys.list()],
    isProjected: async (_reply, { id, title }) => {
      const { rows } = await storyList.source.load({ q: title });
      return rows.every((story) => story.id !== id);
    },
  });
