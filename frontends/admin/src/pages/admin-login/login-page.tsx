import { localPath } from '@inkbear/web-kit/local-path.ts';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { LoginForm } from '../../features/session/components/login-form.tsx';
import { adminSession, useAdminSession } from '../../kit/session/admin-session.ts';

export default function LoginPage() {
  const [params] = useSearchParams();
  useEffect(() => adminSession.forgetLogout(), []);
  if (useAdminSession() !== null) return <Navigate replace to={pathAfterLogin(params.get('next'))} />;
  return (
    <>
      <title>Admin login · Inkbear</title>
      <LoginForm />
    </>
  );
}

/** Only pages of this remote are accepted as return URL. */
function pathAfterLogin(next: string | null): string {
  const path = localPath(next);
  return /^\/(admin|logo-upload|direct-upload)(\?|$)/.test(path) ? path : '/admin';
}
