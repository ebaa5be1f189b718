import type { AdminStory } from '@inkbear/contracts/admin/stories';
import { adminDeleteStory } from '@inkbear/contracts/stories/admin-story';
import { failureText } from '../../kit/feedback.ts';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useAdminAction } from '../../kit/forms/use-admin-action.ts';
import { adminCall } from '../../kit/session/admin-call.ts';

const failed = 'Failed to delete personal story';

/** Asks before a story goes to its owner's trash. */
export function DeleteStoryDialog({
  story,
  onClose,
  onDeleted,
}: {
  story: AdminStory | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useAdminAction({
    send: (id: string) => adminCall(adminDeleteStory, { params: { id } }),
    done: ({ message }) => ({ title: 'Personal Story Deleted', description: message }),
    failed,
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <FormDialog
      isOpen={story !== null}
      title="Delete this personal story?"
      action="Delete story"
      busy="Deleting…"
      look="danger"
      isBusy={remove.isPending}
      error={failureText(remove.error, failed)}
      onClose={close}
      onSubmit={() => {
        if (story)
          remove.mutate(story.id, {
            onSuccess: () => {
              close();
              onDeleted();
            },
          });
      }}
    >
      <p>
        “{story?.title}” by {story?.userName} goes to its owner’s trash. They can bring it back for 30 days, with every
        word.
      </p>
    </FormDialog>
  );
}
