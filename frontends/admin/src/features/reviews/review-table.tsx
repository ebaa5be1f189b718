import type { AdminReview } from '@inkbear/contracts/reviews/moderation';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { ReactNode } from 'react';
import { emptyValue, formatDateTime } from '../../kit/format.ts';
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
  const renderButtons = useModerationButtons({
    onDone: () => {
      if (list.openRowId !== null) list.open(null);
    },
  });
  const row = list.rows?.find(({ id }) => id === list.openRowId);
  return (
    <>
      <AdminTable
        title="Reviews"
        list={list}
        columns={reviewColumns}
        idOf={({ id }) => id}
        searchLabel="Search reviews"
        actions={renderButtons}
        filters={
          <FilterSelect
            label="Show"
            value={list.filter('state') || 'pending'}
            options={stateOptions}
            onChange={(state) => list.setFilters({ state: state === 'pending' ? null : state })}
          />
        }
        empty="There are no reviews to moderate."
      />
      <RowDrawer title={row?.title ?? 'Review'} rowId={list.openRowId} onClose={() => list.open(null)}>
        {row === undefined ? <RowNotOnPage /> : <ReviewDetails review={row} buttons={renderButtons(row)} />}
      </RowDrawer>
    </>
  );
}

/** Renders the buttons of a review; both are disabled while one of them is sent. */
function useModerationButtons({ onDone }: { onDone: () => void }) {
  const approve = useApproveReview();
  const reject = useRejectReview();
  const isSending = (id: string) =>
    (approve.isPending && approve.variables === id) || (reject.isPending && reject.variables === id);
  const options = { onSuccess: onDone };

  return ({ id, title, state }: AdminReview) => (
    <>
      {state !== 'approved' && (
        <PlainButton
          small
          disabled={isSending(id)}
          aria-label={`Approve ${title}`}
          onClick={() => approve.mutate(id, options)}
        >
          Approve
        </PlainButton>
      )}
      {state !== 'rejected' && (
        <PlainButton
          small
          variant="quiet"
          disabled={isSending(id)}
          aria-label={`Reject ${title}`}
          onClick={() => reject.mutate(id, options)}
        >
          Reject
        </PlainButton>
      )}
    </>
  );
}

const ReviewDetails = ({ review, buttons }: { review: AdminReview; buttons: ReactNode }) => (
  <>
    <Facts
      items={[
        ['Rating', <Stars key="rating" rating={review.rating} />],
        ['State', stateNames[review.state]],
        ['Email', review.userEmail],
        ['Book', review.bookTitle ?? emptyValue],
        ['Verified', review.isVerified ? 'Yes, has exported a book' : 'No'],
        ['Sent', formatDateTime(review.createdAt)],
      ]}
    />
    <DrawerSection title="Text">
      <p className={styles['text']}>{review.content}</p>
    </DrawerSection>
    <div className={styles['buttons']}>{buttons}</div>
  </>
);
