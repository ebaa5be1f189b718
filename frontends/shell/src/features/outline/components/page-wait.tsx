import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { useLocation } from 'react-router';
import { outlineOf } from '../outline.tsx';

/** Stands where a page will be: its outline, else a spinner. */
export function PageWait() {
  return outlineOf(useLocation().pathname) ?? <PageSpinner />;
}
