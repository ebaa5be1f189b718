import type { AdminStory } from '@inkbear/contracts/admin/stories';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { useState } from 'react';
import { formatDateTime } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { Facts, RowDrawer, RowNotOnPage } from '../../kit/table/row-drawer.tsx';
import { categoryOf, storyColumns } from './columns.tsx';
import { DeleteStoryDialog } from './delete-story-dialog.tsx';
import { storyList } from './stories.api.ts';

/** All personal stories, without their text. */
export default function StoryTable() {
  const list = useAdminList(storyList);
  const [storyToDelete, setStoryToDelete] = useState<AdminStory | null>(null);
  const row = list.rows?.find(({ id }) => id === list.openRowId);
  return (
    <>
      <AdminTable
        title="Personal Stories"
        list={list}
        columns={storyColumns}
        idOf={({ id }) => id}
        searchLabel="Search title, name or email"
        actions={(story) => (
          <PlainButton
            small
            variant="quiet"
            aria-label={`Delete ${story.title}`}
            onClick={() => setStoryToDelete(story)}
          >
            Delete
          </PlainButton>
        )}
        empty="Nobody has written a personal story yet."
      />
      <RowDrawer title={row?.title ?? 'Personal story'} rowId={list.openRowId} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowNotOnPage />
        ) : (
          <>
            <Facts
              items={[
                ['Author', row.userName],
                ['Email', row.userEmail],
                ['Category', categoryOf(row)],
                ['Words', formatNumber(row.wordCount)],
                ['Created', formatDateTime(row.createdAt)],
              ]}
            />
            <div>
              <PlainButton small variant="danger" onClick={() => setStoryToDelete(row)}>
                Delete story
              </PlainButton>
            </div>
          </>
        )}
      </RowDrawer>
      <DeleteStoryDialog
        story={storyToDelete}
        onClose={() => setStoryToDelete(null)}
        onDeleted={() => {
          if (list.openRowId !== null) list.open(null);
        }}
      />
    </>
  );
}
