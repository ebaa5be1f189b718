import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Pages } from './pages.tsx';

export function App() {
  const [client] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Frame><Pages /></Frame>
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
