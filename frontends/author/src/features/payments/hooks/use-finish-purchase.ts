import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { invalidateAllReads, waitForPlan } from '../payments.api.ts';
import { type PaidPlan, showPaidToast } from '../texts.ts';

/**
 * After payment: waits for the plan, shows what is unlocked and opens the dashboard if the author is still on the page.
 */
export function useFinishPurchase(plan: PaidPlan) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const [isFinishing, setFinishing] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const finish = useCallback(async () => {
    setFinishing(true);
    try {
      const effective = await waitForPlan(plan);
      await Promise.all([refreshSession(), invalidateAllReads(client)]);
      showPaidToast(plan, effective);
      if (isMounted.current) void navigate('/dashboard', { replace: true });
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      handleUnauthorised(error);
    }
  }, [plan, client, refreshSession, navigate]);
  return { isFinishing, finish };
}
