import { localPath } from '@inkbear/web-kit/local-path.ts';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { LoginForm } from '../../features/session/components/login-form.tsx';
import { adminSession, useAdminSession } from '../../kit/session/admin-session.ts';

export default function LoginPage() {
  const [words] = useSearchParams();
  useEffect(() => adminSession.reachLogin(), []);
  if (useAdminSession() !== null) return <Navigate replace to={whereTo(words.get('next'))} />;
  return (
    <>
      <title>Admin login · Inkbear</title>
      <LoginForm />
    </>
  );
}

/** Only pages of this remote are worth coming back to. */
function whereTo(next: string | null): string {
  const path = localPath(next);
  return /^\/(admin|logo-upload|direct-upload)(\?|$)/.test(path) ? path : '/admin';
}
