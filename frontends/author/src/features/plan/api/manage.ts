import { cancelSubscription, openBillingPortal } from '@inkbear/contracts/billing/billing';
import { call } from '@inkbear/web-kit/api.ts';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { longDate } from '@inkbear/web-kit/plan-card.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

const tell = (title: string, fallback: string) => (error: unknown) => {
  if (!isSignedOut(error)) showToast({ title, description: messageOf(error, fallback), tone: 'destructive' });
};

/** Ends the monthly plan with the paid period. Whatever the answer, the plan is looked up again. */
export function useCancelPlan() {
  const refreshSession = useRefreshSession();
  return useMutation({
    mutationFn: () => call(cancelSubscription),
    onSuccess: ({ endsAt }) =>
      showToast({ title: 'Plan cancelled', description: `You keep everything in Pro until ${longDate(endsAt)}.` }),
    onError: tell('Not cancelled', 'The server did not answer. Your plan goes on; please try again.'),
    onSettled: () => refreshSession(),
  });
}

/** Opens the provider's page for cards and invoices; the sandbox's is a page of ours. */
export function useOpenPortal(leave: (url: string) => void = (url) => window.location.assign(url)) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(openBillingPortal),
    onSuccess: ({ url: address }) => {
      const url = new URL(address);
      if (url.origin === window.location.origin) void navigate(url.pathname + url.search);
      else leave(address);
    },
    onError: tell('Not opened', 'The server did not answer. Please try again.'),
  });
}
