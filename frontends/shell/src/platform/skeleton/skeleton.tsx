import type { ReactNode } from 'react';

const mark = 'data-skeleton';
let current: { readonly pathname: string; readonly content: ReactNode } | null = null;

/** Sets the skeleton for this pathname, which is shown until the page is rendered. */
export const setSkeleton = (pathname: string, content: ReactNode): void => void (current = { pathname, content });

/** The skeleton of a page, if it has one. React renders the same markup as the prerendered page. */
export const skeletonOf = (pathname: string): ReactNode =>
  current?.pathname === pathname ? (
    <div aria-busy="true" {...{ [mark]: true }}>
      {current.content}
    </div>
  ) : null;

/** Reuses the nodes of the prerendered skeleton, and makes the shell around it interactive. */
export function adoptSkeleton(root: HTMLElement, pathname: string): void {
  const prerendered = root.querySelector(`[${mark}]`);
  if (prerendered === null) return;
  const nodes = [...prerendered.childNodes];
  setSkeleton(pathname, <div ref={(element) => element?.replaceChildren(...nodes)} />);
  root.inert = false;
}
