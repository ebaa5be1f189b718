// Stands in for the shell and the server around a part of the console in tests.
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { adminSession } from '../session/admin-session.ts';

/** Renders at an address as an admin; `place()` is the address now. */
export function renderConsole(content: ReactNode, at = '/admin') {
  adminSession.begin({ token: 'abc', until: null });
  let here = at;
  function Place() {
    const { pathname, search } = useLocation();
    here = pathname + search;
    return null;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        {content}
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { place: () => here };
}
