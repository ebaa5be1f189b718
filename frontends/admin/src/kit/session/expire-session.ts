import { showToast } from '@inkbear/web-kit/toast.ts';
import { adminSession } from './admin-session.ts';

/** Shows one toast, however many requests are refused at once; `AdminGate` then redirects to the login. */
export function expireSession(): void {
  if (adminSession.read() === null) return;
  showToast({
    title: 'Session ended',
    description: 'Admin sessions last an hour at most. Please log in again to continue where you left off.',
    tone: 'destructive',
  });
  adminSession.expire();
}
