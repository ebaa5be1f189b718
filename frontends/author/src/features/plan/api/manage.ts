import { cancelSubscription, openBillingPortal } from '@inkbear/contracts/billing/billing';
import { call } from '@inkbear/web-kit/api.ts';
import { isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { longDate } from '@inkbear/web-kit/plan-card.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

const showErrorToast = (title: string, fallback: string) => (error: unknown) => {
  if (!isSignedOut(error)) showToast({ title, description: messageOf(error, fallback), tone: 'destructive' });
};

/** Cancels the monthly plan at the end of the paid period, then refetches the plan in any case. */
export function useCancelPlan() {
  const refreshSession = useRefreshSession();
  return useMutation({
    mutationFn: () => call(cancelSubscription),
    onSuccess: ({ endsAt }) =>
      showToast({ title: 'Plan cancelled', description: `You keep everything in Pro until ${longDate(endsAt)}.` }),
    onError: showErrorToast('Not cancelled', 'The server did not answer. Your plan goes on; please try again.'),
    onSettled: () => refreshSession(),
  });
}

/** Opens the provider's portal for cards and invoices; the sandbox uses a page of ours. */
export function useOpenPortal(leave: (url: string) => void = (url) => window.location.assign(url)) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(openBillingPortal),
    onSuccess: ({ url: address }) => {
      const url = new URL(address);
      if (url.origin === window.location.origin) void navigate(url.pathname + url.search);
      else leave(address);
    },
    onError: showErrorToast('Not opened', 'The server did not answer. Please try again.'),
  });
}
