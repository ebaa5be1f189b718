import type { AdminReview } from '@inkbear/contracts/reviews/moderation';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatDateTime, emptyValue } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { FilterSelect } from '../../kit/table/filter-select.tsx';
import { DrawerSection, Facts, RowDrawer, RowNotOnPage } from '../../kit/table/row-drawer.tsx';
import { reviewColumns, stateNames } from './columns.tsx';
import styles from './review-table.module.css';
import { reviewList, useApproveReview, useRejectReview } from './reviews.api.ts';
import { Stars } from './stars.tsx';

const stateOptions = Object.entries(stateNames);

/** Reviews to moderate, and those already approved or rejected. */
export default function ReviewTable() {
  const list = useAdminList(reviewList);
  const approve = useApproveReview();
  const reject = useRejectReview();
  const busy = approve.isPending ? approve.variables : reject.isPending ? reject.variables : null;
  const row = list.rows?.find(({ id }) => id === list.openRow);
  const closeAfter = {
    onSuccess: () => {
      if (list.openRow !== null) list.open(null);
    },
  };
  const buttons = ({ id, title, state }: AdminReview) => (
    <>
      {state !== 'approved' && (
        <PlainButton
          small
          disabled={busy === id}
          aria-label={`Approve ${title}`}
          onClick={() => approve.mutate(id, closeAfter)}
        >
          Approve
        </PlainButton>
      )}
      {state !== 'rejected' && (
        <PlainButton
          small
          look="quiet"
          disabled={busy === id}
          aria-label={`Reject ${title}`}
          onClick={() => reject.mutate(id, closeAfter)}
        >
          Reject
        </PlainButton>
      )}
    </>
  );
  return (
    <>
      <AdminTable
        title="Reviews"
        list={list}
        columns={reviewColumns}
        idOf={({ id }) => id}
        searchLabel="Search reviews"
        actions={buttons}
        filters={
          <FilterSelect
            label="Show"
            value={list.filter('state') || 'pending'}
            options={stateOptions}
            onChange={(state) => list.setFilters({ state: state === 'pending' ? null : state })}
          />
        }
        empty="No review waits for you."
      />
      <RowDrawer title={row?.title ?? 'Review'} rowId={list.openRow} onClose={() => list.open(null)}>
        {row === undefined ? (
          <RowNotOnPage />
        ) : (
          <>
            <Facts
              items={[
                ['Rating', <Stars key="rating" rating={row.rating} />],
                ['State', stateNames[row.state]],
                ['E-mail', row.userEmail],
                ['Book', row.bookTitle ?? emptyValue],
                ['Verified', row.isVerified ? 'Yes, a finished export' : 'No'],
                ['Sent', formatDateTime(row.createdAt)],
              ]}
            />
            <DrawerSection title="Text">
              <p className={styles['text']}>{row.content}</p>
            </DrawerSection>
            <div className={styles['buttons']}>{buttons(row)}</div>
          </>
        )}
      </RowDrawer>
    </>
  );
}
