import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';

/** The whole application. The router differs between the browser and the build that prerenders pages. */
export function App({ router, client }: { router: DataRouter; client: QueryClient }) {
  // This event makes `deferred-hydration.ts` replay the click or shortcut that a visitor pressed before hydration.
  useEffect(() => void window.dispatchEvent(new Event('inkbear:hydrated')), []);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
