import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { waitForPlan } from '../api/pay.ts';
import { type PaidPlan, tellPaid } from '../texts.ts';

/** After the money: waits for the plan, says what is unlocked, and goes to the dashboard if the author is still here. */
export function useOpenPlan(plan: PaidPlan) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const [isOpening, setOpening] = useState(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const open = useCallback(async () => {
    setOpening(true);
    try {
      const isThere = await waitForPlan(plan);
      // What may be read, written and used depends on the plan.
      await Promise.all([refreshSession(), client.invalidateQueries({ queryKey: ['api'] })]);
      tellPaid(plan, isThere);
      if (isHere.current) void navigate('/dashboard', { replace: true });
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      handleUnauthorised(error);
    }
  }, [plan, client, refreshSession, navigate]);
  return { isOpening, open };
}
