import type { AdminUser } from '@inkbear/contracts/admin/users';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DrawerSection, RowDrawer, RowNotOnPage } from '../../../kit/table/row-drawer.tsx';
import { fullName } from '../user-labels.ts';
import { userQuery } from '../users.api.ts';
import styles from '../users.module.css';
import { PlanForm } from './plan-form.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { StorageFacts } from './storage-facts.tsx';
import { UsageResets } from './usage-resets.tsx';
import { type UserView, PlanFacts, UserFacts } from './user-facts.tsx';

interface Props {
  userId: string | null;
  row: AdminUser | undefined;
  onClose: () => void;
  renderPayments: (user: UserView) => ReactNode;
}

/** The details of a user. When they cannot be loaded, the row of the list is shown instead. */
export function UserDrawer({ userId, row, onClose, renderPayments }: Props) {
  const details = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== null });
  const user: UserView | undefined = details.data ?? (details.isError ? row : undefined);
  const titleUser = user ?? row;
  return (
    <RowDrawer title={titleUser ? fullName(titleUser) || titleUser.email : 'User'} rowId={userId} onClose={onClose}>
      {user !== undefined && (
        <UserContent user={user} isOnlyRow={details.data === undefined} payments={renderPayments(user)} />
      )}
      {user === undefined && (details.isError ? <RowNotOnPage /> : <SkeletonLines count={8} />)}
    </RowDrawer>
  );
}

function UserContent({ user, isOnlyRow, payments }: { user: UserView; isOnlyRow: boolean; payments: ReactNode }) {
  const [isResetting, setResetting] = useState(false);
  return (
    <>
      {isOnlyRow && (
        <p className={styles['warn']} role="status">
          The details could not be loaded. These are the values of the list.
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
      <DrawerSection title="Plan and limits">
        <PlanFacts user={user} />
        <PlanForm key={user.id} user={user} />
      </DrawerSection>
      <DrawerSection title="AI usage">
        <UsageResets user={user} />
      </DrawerSection>
      <DrawerSection title="Storage">
        <StorageFacts userId={user.id} />
      </DrawerSection>
      {payments}
      <ResetPasswordDialog isOpen={isResetting} email={user.email} onClose={() => setResetting(false)} />
    </>
  );
}
