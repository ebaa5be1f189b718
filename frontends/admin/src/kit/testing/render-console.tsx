import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd/admin';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { adminSession } from '../session/admin-session.ts';

/** Mocked, because jsdom computes antd's styles for every query by role, which takes seconds. */
const withoutStyles = { zeroRuntime: true };

/** Renders a part of the console at a URL for a logged-in admin; `currentUrl()` returns the URL. */
export function renderConsole(content: ReactNode, at = '/admin') {
  adminSession.begin({ token: 'abc', expiresAt: null });
  let address = at;
  function AddressProbe() {
    const { pathname, search } = useLocation();
    address = pathname + search;
    return null;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <ConfigProvider theme={withoutStyles}>{content}</ConfigProvider>
        <AddressProbe />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { currentUrl: () => address };
}
