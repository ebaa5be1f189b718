import type { AdminStory } from '@inkbear/contracts/admin/stories';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { formatMoment, formatNumber } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { Facts, RowDrawer, RowElsewhere } from '../../kit/table/row-drawer.tsx';
import { categoryOf, storyColumns, storyList } from './columns.tsx';
import { DeleteStoryDialog } from './delete-story-dialog.tsx';

/** Everybody's personal stories, without their words. */
export function StoryTable() {
  const list = useAdminList(storyList);
  const [doomed, setDoomed] = useState<AdminStory | null>(null);
  const row = list.rows?.find(({ id }) => id === list.openRow);
  return (
    <>
      <AdminTable
        title="Personal Stories"
        list={list}
        columns={storyColumns}
        idOf={({ id }) => id}
        searchLabel="Search title, name or e-mail"
        actions={(story) => (
          <PlainButton small look="quiet" aria-label={`Delete ${story.title}`} onClick={() => setDoomed(story)}>
            Delete
          </PlainButton>
        )}
        empty="Nobody has written a personal story yet."
      />
      <RowDrawer title={row?.title ?? 'Personal story'} rowId={list.openRow} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowElsewhere />
        ) : (
          <>
            <Facts
              items={[
                ['Author', row.userName],
                ['E-mail', row.userEmail],
                ['Category', categoryOf(row)],
                ['Words', formatNumber(row.wordCount)],
                ['Created', formatMoment(row.createdAt)],
              ]}
            />
            <div>
              <PlainButton small look="danger" onClick={() => setDoomed(row)}>
                Delete story
              </PlainButton>
            </div>
          </>
        )}
      </RowDrawer>
      <DeleteStoryDialog
        story={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={() => {
          if (list.openRow !== null) list.open(null);
        }}
      />
    </>
  );
}
