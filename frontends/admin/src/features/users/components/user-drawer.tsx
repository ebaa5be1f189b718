import { type AdminUser, getAdminUser } from '@inkbear/contracts/admin/users';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminRead } from '../../../kit/session/admin-call.ts';
import { DrawerPart, RowDrawer, RowElsewhere } from '../../../kit/table/row-drawer.tsx';
import { fullName } from '../person.ts';
import styles from '../users.module.css';
import { PlanForm } from './plan-form.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { UsageResets } from './usage-resets.tsx';
import { type Known, PlanFacts, UserFacts } from './user-facts.tsx';

interface Props {
  userId: string | null;
  row: AdminUser | undefined;
  onClose: () => void;
  renderPayments: (user: Known) => ReactNode;
}

/** Everything about a user. When the details do not come, what the row says is shown. */
export function UserDrawer({ userId, row, onClose, renderPayments }: Props) {
  const details = useQuery(
    userId === null
      ? { queryKey: ['api', 'admin', 'user', 'none'], queryFn: skipToken }
      : adminRead(getAdminUser, { params: { id: userId } }),
  );
  const user: Known | undefined = details.data ?? (details.isError ? row : undefined);
  const shown = user ?? row;
  return (
    <RowDrawer title={shown ? fullName(shown) || shown.email : 'User'} rowId={userId} onClose={onClose}>
      {user === undefined ? (
        details.isError ? (
          <RowElsewhere />
        ) : (
          <SkeletonLines count={8} />
        )
      ) : (
        <UserContent user={user} isOnlyRow={details.data === undefined} payments={renderPayments(user)} />
      )}
    </RowDrawer>
  );
}

function UserContent({ user, isOnlyRow, payments }: { user: Known; isOnlyRow: boolean; payments: ReactNode }) {
  const [isResetting, setResetting] = useState(false);
  return (
    <>
      {isOnlyRow && (
        <p className={styles['warn']} role="status">
          The details could not be loaded. This is what the list says.
        </p>
      )}
      <UserFacts user={user} />
      <div className={styles['row']}>
        <PlainButton small onClick={() => setResetting(true)}>
          Reset password
        </PlainButton>
        <ButtonLink small to={`/admin?tab=overview&view=audit&q=${encodeURIComponent(user.id)}`}>
          Audit trail of this user
        </ButtonLink>
      </div>
      <DrawerPart title="Plan and limits">
        <PlanFacts user={user} />
        <PlanForm key={user.id} user={user} />
      </DrawerPart>
      <DrawerPart title="AI usage">
        <UsageResets user={user} />
      </DrawerPart>
      <DrawerPart title="Storage">
        <StorageFacts userId={user.id} />
      </DrawerPart>
      {payments}
      <ResetPasswordDialog isOpen={isResetting} email={user.email} onClose={() => setResetting(false)} />
    </>
  );
}
