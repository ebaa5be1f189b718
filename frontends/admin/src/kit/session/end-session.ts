import { showToast } from '@inkbear/web-kit/toast.ts';
import { adminSession } from './admin-session.ts';

/** Says once that the session is over; the gate leads to the login and back. */
export function endSession(): void {
  if (adminSession.read() === null) return;
  showToast({
    title: 'Session ended',
    description: 'Admin sessions last an hour at most. Please log in again to go on where you were.',
    tone: 'destructive',
  });
  adminSession.end();
}
