import { Navigate } from 'react-router';
import { LoginForm } from '../../features/session/components/login-form.tsx';
import { adminToken } from '../../features/session/token.ts';

export default function LoginPage() {
  if (adminToken.read() !== null) return <Navigate replace to="/admin" />;
  return (
    <>
      <title>Admin login · Inkbear</title>
      <LoginForm />
    </>
  );
}
