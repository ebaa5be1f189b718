import type { ReactNode } from 'react';

const mark = 'data-skeleton';
let current: { readonly pathname: string; readonly content: ReactNode } | null = null;

/** Sets what is shown at this address until the page itself is rendered. */
export const setSkeleton = (pathname: string, content: ReactNode): void => void (current = { pathname, content });

/** The skeleton of a page, where there is one. It looks the same before and after React takes over. */
export const skeletonOf = (pathname: string): ReactNode =>
  current?.pathname === pathname ? (
    <div aria-busy="true" {...{ [mark]: true }}>
      {current.content}
    </div>
  ) : null;

/** Takes over the nodes of the skeleton that was prerendered into the page, and makes the shell around it usable. */
export function adoptSkeleton(root: HTMLElement, pathname: string): void {
  const prerendered = root.querySelector(`[${mark}]`);
  if (prerendered === null) return;
  const nodes = [...prerendered.childNodes];
  setSkeleton(pathname, <div ref={(place) => place?.replaceChildren(...nodes)} />);
  root.inert = false;
}
