import { reportPageView } from '@inkbear/contracts/admin/site';
import { call } from '@inkbear/web-kit/api.ts';

/** Counts a view of this page. Failures are ignored. */
export const countPageView = (path: string): Promise<void> =>
  call(reportPageView, { body: { path } }).then(
    () => undefined,
    () => undefined,
  );
