import type { AdminStory } from '@inkbear/contracts/admin/stories';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { deleteFailedText, useDeleteStory } from './stories.api.ts';

/** Asks for confirmation; open while a story is given. */
export function DeleteStoryDialog({
  story,
  onClose,
  onDeleted,
}: {
  story: AdminStory | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useDeleteStory();
  return (
    <FormDialog
      isOpen={story !== null}
      title="Delete this personal story?"
      initialValues={{}}
      mutation={remove}
      onSubmit={(_values, options) => {
        if (story) remove.mutate({ id: story.id, title: story.title }, options);
      }}
      onSuccess={onDeleted}
      failedText={deleteFailedText}
      action="Delete story"
      busy="Deleting…"
      variant="danger"
      onClose={onClose}
    >
      <p>
        “{story?.title}” by {story?.userName} goes to its owner’s trash. They can restore it for 30 days, with every
        word.
      </p>
    </FormDialog>
  );
}
