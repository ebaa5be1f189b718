import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { Navigate } from 'react-router';
import { useAdminSignOut } from '../../features/session/api/sign-in.ts';
import { adminToken } from '../../features/session/token.ts';

export default function OverviewPage() {
  const signOut = useAdminSignOut();
  if (adminToken.read() === null) return <Navigate replace to="/admin/login" />;
  return (
    <>
      <title>Admin · Inkbear</title>
      <EmptyState
        title="You are in the admin area" text="Its screens arrive with the services that they show."
        action={<PlainButton disabled={signOut.isPending} onClick={() => signOut.mutate()}>{signOut.isPending ? 'Logging out...' : 'Log out'}</PlainButton>}
      />
    </>
  );
}
