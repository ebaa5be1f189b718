import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmCard, type PaidPlan, waitForPlan } from '../api/pay.ts';

const failed = (description: string) => toast({ title: 'Payment failed', description, tone: 'destructive' });

/** Pays, waits until the plan is there, and goes to the dashboard. `needsConsent`: the bank wants to ask first. */
export function usePayment(plan: PaidPlan, clientSecret: string | undefined) {
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const [needsConsent, setNeedsConsent] = useState(false);
  const payment = useMutation({
    mutationFn: async ({ cardNumber, authenticated }: { cardNumber: string; authenticated: boolean }) => {
      if (clientSecret === undefined) return failed('Payment system not ready. Please wait a moment and try again.');
      const { status, message } = await confirmCard(clientSecret, cardNumber, authenticated);
      setNeedsConsent(status === 'requires_action');
      if (status === 'requires_action') return undefined;
      if (status === 'declined') return failed(message || 'Please try again.');
      const isThere = await waitForPlan(plan);
      await refreshSession();
      toast({ title: 'Payment Successful', description: isThere ? 'Everything in Pro is open to you now.' : 'Your plan is on its way and will appear in a moment.' });
      return void navigate('/dashboard');
    },
    onError: (error) => { if (!isSignedOut(error)) failed(messageOf(error, 'Please try again.')); },
  });
  return { payment, needsConsent, refuseConsent: () => setNeedsConsent(false) };
}
