import { confirmUnsavedChanges } from '@inkbear/web-kit/confirm-unsaved-changes.ts';
import { hasUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

/** Asks before any navigation, including Back and Forward, leaves a page with unsaved work that exists only there. */
export function useLeaveGuard(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnpersisted(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    // A second navigation replaces the question about the first.
    let isCurrent = true;
    void confirmUnsavedChanges('navigate').then((leave) => {
      if (isCurrent) (leave ? blocker.proceed : blocker.reset)();
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);
}
