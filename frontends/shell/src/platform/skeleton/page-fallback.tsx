import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { useLocation } from 'react-router-dom';
import { skeletonOf } from './skeleton.tsx';

/** Shown until a page is rendered: its skeleton, or else a spinner. */
export function PageFallback() {
  return skeletonOf(useLocation().pathname) ?? <PageSpinner />;
}
