import type { AdminReview } from '@inkbear/contracts/reviews/moderation';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatMoment, nothing } from '../../kit/format.ts';
import { useAdminList } from '../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../kit/table/admin-table.tsx';
import { FilterChoice } from '../../kit/table/filter-choice.tsx';
import { DrawerPart, Facts, RowDrawer, RowElsewhere } from '../../kit/table/row-drawer.tsx';
import { reviewColumns, reviewList, stateNames } from './columns.tsx';
import { useApprove, useReject } from './decide.ts';
import styles from './review-table.module.css';
import { Stars } from './stars.tsx';

const stateOptions = Object.entries(stateNames);

/** Reviews that wait for a decision, and those already decided. */
export function ReviewTable() {
  const list = useAdminList(reviewList);
  const [approve, reject] = [useApprove(), useReject()];
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
          <FilterChoice
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
          <RowElsewhere />
        ) : (
          <>
            <Facts
              items={[
                ['Rating', <Stars key="rating" rating={row.rating} />],
                ['State', stateNames[row.state]],
                ['E-mail', row.userEmail],
                ['Book', row.bookTitle ?? nothing],
                ['Verified', row.isVerified ? 'Yes, a finished export' : 'No'],
                ['Sent', formatMoment(row.createdAt)],
              ]}
            />
            <DrawerPart title="Text">
              <p className={styles['text']}>{row.content}</p>
            </DrawerPart>
            <div className={styles['buttons']}>{buttons(row)}</div>
          </>
        )}
      </RowDrawer>
    </>
  );
}
