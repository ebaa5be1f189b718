import type { ReactNode } from 'react';

const mark = 'data-outline';
let kept: { readonly pathname: string; readonly content: ReactNode } | null = null;

/** What stands in the page of this address until the page itself is here. */
export const keepOutline = (pathname: string, content: ReactNode): void => void (kept = { pathname, content });

/**
 * The outline of a page, where there is one; looks as it was drawn when the page was built, before and after React
 * takes over.
 */
export const outlineOf = (pathname: string): ReactNode =>
  kept?.pathname === pathname ? (
    <div aria-busy="true" {...{ [mark]: true }}>
      {kept.content}
    </div>
  ) : null;

/** Takes over the outline that the page came with; what surrounds it is awake from now on. */
export function keepDrawnOutline(root: HTMLElement, pathname: string): void {
  const drawn = root.querySelector(`[${mark}]`);
  if (drawn === null) return;
  const nodes = [...drawn.childNodes];
  keepOutline(pathname, <div ref={(place) => place?.replaceChildren(...nodes)} />);
  root.inert = false;
}
