import { adminLogin, adminLogout } from '@inkbear/contracts/admin/session';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { adminToken } from '../token.ts';

/** Opens the admin area with its password. */
export function useAdminSignIn() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (password: string) => call(adminLogin, { body: { password } }),
    onSuccess: ({ token }) => {
      adminToken.keep(token);
      toast({ title: 'Access Granted', description: 'Welcome to the admin area.' });
      void navigate('/admin', { replace: true });
    },
    onError: (error) => toast({ title: 'Access Denied', description: messageOf(error, 'Invalid admin password'), tone: 'destructive' }),
  });
}

/** Leaves the admin area, whatever the server says. */
export function useAdminSignOut() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(adminLogout, { headers: { 'x-admin-token': adminToken.read() ?? '' } }),
    onSuccess: () => toast({ title: 'Logged Out' }),
    onSettled: () => {
      adminToken.forget();
      void navigate('/admin/login', { replace: true });
    },
  });
}
