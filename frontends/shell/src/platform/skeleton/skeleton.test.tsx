import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { PageFallback } from './page-fallback.tsx';
import { adoptSkeleton } from './skeleton.tsx';

afterEach(cleanup);

const renderFallback = (pathname: string) =>
  render(
    <MemoryRouter initialEntries={[pathname]}>
      <PageFallback />
    </MemoryRouter>,
  );

it('shows the nodes of the prerendered skeleton until the page is rendered', () => {
  const root = document.createElement('div');
  root.inert = true;
  root.innerHTML = '<header>bar</header><main><div data-skeleton="true"><h1>Your books</h1><p>soon</p></div></main>';
  const prerendered = root.querySelector('h1');
  adoptSkeleton(root, '/dashboard');
  expect(root.inert).toBe(false);
  renderFallback('/dashboard');
  expect(screen.getByRole('heading', { name: 'Your books' })).toBe(prerendered);
  expect(prerendered?.closest('[aria-busy=true]')?.textContent).toBe('Your bookssoon');
  cleanup();
  renderFallback('/dashboard?again=1');
  expect(screen.getByRole('heading', { name: 'Your books' })).toBe(prerendered);
  cleanup();
  renderFallback('/elsewhere');
  expect([screen.queryByRole('heading'), screen.getByRole('status')]).toEqual([null, expect.anything()]);
});

it('shows a spinner for a page without a skeleton', () => {
  const root = document.createElement('div');
  adoptSkeleton(root, '/plain');
  renderFallback('/plain');
  expect(screen.getByRole('status')).toBeDefined();
});
