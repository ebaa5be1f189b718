import { deleteStory, listStories } from '@inkbear/contracts/stories/story';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { type Deletion, useMoveToTrash } from '@inkbear/web-kit/use-move-to-trash.ts';

export const useDeleteStory = (deletion: Deletion) =>
  useMoveToTrash({
    noun: 'story',
    listKey: readKey(listStories),
    send: (id) => call(deleteStory, { params: { id } }),
    ...deletion,
  });
