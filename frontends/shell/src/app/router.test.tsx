import { afterEach, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';

jest.unstable_mockModule('@module-federation/runtime', () => ({
  loadRemote: jest.fn(),
  registerRemotes: jest.fn(),
  registerPlugins: jest.fn(),
  registerGlobalPlugins: jest.fn(),
}));
const { App } = await import('./app.tsx');
const { appRoutes } = await import('./router.tsx');

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

it('shows AppError when the frame throws', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Frame = () => {
    throw new Error('broken');
  };
  const client = createQueryClient();
  const routes = appRoutes(client).map((route) => ({ ...route, Component: Frame }));
  await act(async () => {
    render(<App router={createMemoryRouter(routes)} client={client} />);
  });
  expect(await screen.findByRole('button', { name: 'Refresh Page' })).toBeDefined();
});
