import { TooltipHost } from '@inkbear/ui-kit/tooltip-host.tsx';
import { Outlet } from 'react-router-dom';
import { useRecoverUnsaved } from './use-recover-unsaved.ts';

/** The layout of every author page: recovers unsaved text from earlier visits and shows tooltips. */
export function AuthorLayout() {
  useRecoverUnsaved();
  return (
    <>
      <Outlet />
      <TooltipHost />
    </>
  );
}
