import { getStory, listStories, saveStory, type Story } from '@inkbear/contracts/stories/story';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StoryInformation } from '../information.ts';

/**
 * Saves the story metadata with optimistic locking: after a concurrent change, the form receives the stored values and
 * shows both.
 */
export function useSaveInformation(id: string) {
  const client = useQueryClient();
  const key = readKey(getStory, { params: { id } });
  return useMutation({
    mutationFn: (fields: Partial<StoryInformation> & { seen?: Partial<StoryInformation> }) =>
      call(saveStory, { params: { id }, body: fields }),
    onSuccess: (story: Story) => {
      client.setQueryData(key, story);
      void client.invalidateQueries({ queryKey: readKey(listStories), exact: true });
      showToast({ title: 'Metadata Saved' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412)
        void client.invalidateQueries({ queryKey: key, exact: true });
      if (!isSignedOut(error))
        showToast({
          title: 'Story information not saved',
          description: messageOf(error, 'Please try again. What you typed is still in the form.'),
          tone: 'destructive',
        });
    },
  });
}
