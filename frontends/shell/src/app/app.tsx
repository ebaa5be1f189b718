import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Pages } from './pages.tsx';

/**
 * Everything; where the address comes from and who keeps the answers differ between the browser and the build that
 * draws the public pages.
 */
export function App({ Router, client }: { Router: ComponentType<{ children: ReactNode }>; client: QueryClient }) {
  // A page that was drawn when it was built hears from here on (late-start.ts).
  useEffect(() => void window.dispatchEvent(new Event('inkbear:alive')), []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Router>
          <Frame>
            <Pages />
          </Frame>
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
