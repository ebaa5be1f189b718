import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useAdminList } from '../../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../../kit/table/admin-table.tsx';
import { DrawerPart, Facts, RowDrawer, RowElsewhere } from '../../../kit/table/row-drawer.tsx';
import { FilterChoice } from '../../../kit/table/filter-choice.tsx';
import { formatMoment } from '../../../kit/format.ts';
import { actionName, actorName, isAboutUser, knownActions } from '../action-names.ts';
import { auditColumns, auditList } from '../columns.tsx';
import { DifferenceList } from './difference-list.tsx';

const actionOptions = [['', 'All'], ...knownActions] as const;

/** What admins and operators did, and what it changed. */
export function AuditTrail() {
  const list = useAdminList(auditList);
  const row = list.rows?.find(({ id }) => id === list.openRow);
  return (
    <>
      <AdminTable
        title="Audit trail"
        list={list}
        columns={auditColumns}
        idOf={({ id }) => id}
        searchLabel="Search who or target"
        filters={
          <FilterChoice
            label="Action"
            value={list.filter('action')}
            options={actionOptions}
            onChange={(action) => list.setFilters({ action })}
          />
        }
        empty="Nothing has been done here yet. Every change an admin makes is written down in this list."
      />
      <RowDrawer
        title={row ? actionName(row.action) : 'Audit trail'}
        rowId={list.openRow}
        onClose={() => list.open(null)}
      >
        {row === undefined ? (
          <RowElsewhere />
        ) : (
          <>
            <Facts
              items={[
                ['When', formatMoment(row.at)],
                ['Who', actorName(row.actor)],
                ['Action', row.action],
                ['Target', row.target],
              ]}
            />
            {isAboutUser(row.action) && (
              <div>
                <ButtonLink small to={`/admin?tab=users&row=${encodeURIComponent(row.target)}`}>
                  Open this user
                </ButtonLink>
              </div>
            )}
            <DrawerPart title="What changed">
              <DifferenceList before={row.before} after={row.after} />
            </DrawerPart>
          </>
        )}
      </RowDrawer>
    </>
  );
}
