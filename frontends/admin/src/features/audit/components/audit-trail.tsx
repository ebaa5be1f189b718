import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { useAdminList } from '../../../kit/lists/use-admin-list.ts';
import { AdminTable } from '../../../kit/table/admin-table.tsx';
import { DrawerSection, Facts, RowDrawer, RowNotOnPage } from '../../../kit/table/row-drawer.tsx';
import { FilterSelect } from '../../../kit/table/filter-select.tsx';
import { formatDateTime } from '../../../kit/format.ts';
import { actionTitle, actorTitle, hasUserTarget, knownActions } from '../action-names.ts';
import { auditList } from '../audit.api.ts';
import { auditColumns } from '../columns.tsx';
import { DifferenceList } from './difference-list.tsx';

const actionOptions = [['', 'All'], ...knownActions] as const;

/** The actions of admins and operators, with what they changed. */
export function AuditTrail() {
  const list = useAdminList(auditList);
  const row = list.rows?.find(({ id }) => id === list.openRowId);
  return (
    <>
      <AdminTable
        title="Audit trail"
        list={list}
        columns={auditColumns}
        idOf={({ id }) => id}
        searchLabel="Search actor or target"
        filters={
          <FilterSelect
            label="Action"
            value={list.filter('action')}
            options={actionOptions}
            onChange={(action) => list.setFilters({ action })}
          />
        }
        empty="No actions yet. Every change by an admin is recorded here."
      />
      <RowDrawer
        title={row ? actionTitle(row.action) : 'Audit trail'}
        rowId={list.openRowId}
        onClose={() => list.open(null)}
      >
        {row === undefined ? (
          <RowNotOnPage />
        ) : (
          <>
            <Facts
              items={[
                ['When', formatDateTime(row.at)],
                ['Actor', actorTitle(row.actor)],
                ['Action', row.action],
                ['Target', row.target],
              ]}
            />
            {hasUserTarget(row.action) && (
              <div>
                <ButtonLink small to={`/admin?tab=users&row=${encodeURIComponent(row.target)}`}>
                  Open this user
                </ButtonLink>
              </div>
            )}
            <DrawerSection title="What changed">
              <DifferenceList before={row.before} after={row.after} />
            </DrawerSection>
          </>
        )}
      </RowDrawer>
    </>
  );
}
