import { adminLogin, adminLogout } from '@inkbear/contracts/admin/session';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call, callFully } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { tokenHeader } from '../../../kit/session/admin-call.ts';
import { adminSession } from '../../../kit/session/admin-session.ts';

/** Opens the admin area with its password; the login page then leads on. */
export function useAdminSignIn() {
  return useSingleFlightMutation({
    mutationFn: (password: string) => callFully(adminLogin, { body: { password } }),
    onSuccess: ({ body: { token, expiresAt }, headers }) => {
      adminSession.begin({ token, until: endByOurClock(expiresAt, headers.get('Date')) });
      showToast({ title: 'Access Granted', description: 'Welcome to the admin area.' });
    },
    onError: (error) =>
      showToast({
        title: 'Access Denied',
        description: messageOf(error, 'Invalid admin password'),
        tone: 'destructive',
      }),
  });
}

/** The server's clock says how long; ours may be wrong by hours. */
function endByOurClock(expiresAt: string, serverNow: string | null): number | null {
  return serverNow === null ? null : Date.now() + Date.parse(expiresAt) - Date.parse(serverNow);
}

/** Leaves the admin area, whatever the server says. */
export function useAdminSignOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(adminLogout, { headers: tokenHeader() }),
    onSuccess: () => showToast({ title: 'Logged Out' }),
    onSettled: () => {
      adminSession.leave();
      client.removeQueries({ queryKey: ['api', 'admin'] });
      void navigate('/admin/login', { replace: true });
    },
  });
}
