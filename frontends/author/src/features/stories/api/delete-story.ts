import { listTrash } from '@inkbear/contracts/books/book';
import { deleteStory, listStories, type Story } from '@inkbear/contracts/stories/story';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface Deletion {
  /** Saves what is still on its way to this story; false when words would be missing in the trash. */
  readonly saveFirst: (storyId: string) => Promise<boolean>;
  readonly undo: (storyId: string) => void;
}

/** Moves a story to the trash, after everything typed in it has been saved; `undo` brings it back. */
export function useDeleteStory({ saveFirst, undo }: Deletion) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Pick<Story, 'id' | 'title'>) => {
      if (!(await saveFirst(id))) throw new UnsavedError();
      return call(deleteStory, { params: { id } });
    },
    onSuccess: (_reply, { id, title }) => {
      client.setQueryData<Story[]>(readKey(listStories), (rows) => rows?.filter((story) => story.id !== id));
      client.removeQueries({ queryKey: ['api', 'personal-stories', id] });
      void client.invalidateQueries({ queryKey: readKey(listTrash) });
      toast({ title: 'Moved to the trash', description: `“${title}” can be brought back for 30 days.`, durationMs: 10_000, action: { label: 'Undo', run: () => undo(id) } });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const text = error instanceof UnsavedError ? 'Your last changes are not saved yet, so the trash would miss them. Open the story and try again once they are.' : messageOf(error, 'Please try again.');
      toast({ title: 'The story could not be deleted', description: text, tone: 'destructive' });
    },
  });
}

class UnsavedError extends Error {}
