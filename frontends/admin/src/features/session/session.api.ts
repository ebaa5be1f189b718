import { adminLogin, adminLogout } from '@inkbear/contracts/admin/session';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call, callWithHeaders } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { adminReadsKey, tokenHeader } from '../../kit/session/admin-call.ts';
import { adminSession } from '../../kit/session/admin-session.ts';

/** Logs in with the admin password; the login page then redirects. */
export function useAdminLogin() {
  return useSingleFlightMutation({
    mutationFn: (password: string) => callWithHeaders(adminLogin, { body: { password } }),
    onSuccess: ({ body: { token, expiresAt }, headers }) => {
      adminSession.begin({ token, expiresAt: expiryByLocalClock(expiresAt, headers.get('Date')) });
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

/** The session's length by the server's clock, added to the local clock, which may be wrong by hours. */
function expiryByLocalClock(expiresAt: string, serverNow: string | null): number | null {
  return serverNow === null ? null : Date.now() + Date.parse(expiresAt) - Date.parse(serverNow);
}

/** Logs out in this tab, even when the server does not answer. */
export function useAdminLogout() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(adminLogout, { headers: tokenHeader() }),
    onSuccess: () => showToast({ title: 'Logged Out' }),
    onSettled: () => {
      adminSession.logOut();
      client.removeQueries({ queryKey: adminReadsKey });
      void navigate('/admin/login', { replace: true });
    },
  });
}
