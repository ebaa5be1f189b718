import type { Remote } from '@inkbear/web-kit/remote-contract.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { App } from './app/app.tsx';
import { remoteOf } from './app/page-map.ts';
import { keepOutline } from './features/outline/outline.tsx';
import { keepRemote } from './features/remotes/remote-entries.ts';

/**
 * What React draws of a page before anything of it is known but its address: the markup that the browser later brings
 * to life. Runs when the pages are built.
 */
export function drawPage(pathname: string, remote: Remote): string {
  const name = remoteOf(pathname);
  if (name === null) throw new Error(`No remote shows ${pathname}.`);
  keepRemote(name, remote);
  return draw(pathname);
}

/** What a page for signed-in people looks like before anything is known of them. */
export function drawOutline(pathname: string, outline: ReactNode): string {
  keepOutline(pathname, outline);
  return draw(pathname);
}

function draw(pathname: string): string {
  const Router = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[pathname]}>{children}</MemoryRouter>
  );
  return renderToString(<App Router={Router} client={new QueryClient()} />);
}
