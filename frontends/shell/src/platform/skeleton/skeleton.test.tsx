import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { PageWait } from './page-wait.tsx';
import { adoptSkeleton } from './skeleton.tsx';

afterEach(cleanup);

const wait = (pathname: string) =>
  render(
    <MemoryRouter initialEntries={[pathname]}>
      <PageWait />
    </MemoryRouter>,
  );

it('what was drawn into the page stands on it until the page is here, wherever React waits', () => {
  const root = document.createElement('div');
  root.inert = true;
  root.innerHTML = '<header>bar</header><main><div data-skeleton="true"><h1>Your desk</h1><p>soon</p></div></main>';
  const drawn = root.querySelector('h1');
  adoptSkeleton(root, '/desk');
  expect(root.inert).toBe(false);
  wait('/desk');
  expect(screen.getByRole('heading', { name: 'Your desk' })).toBe(drawn);
  expect(drawn?.closest('[aria-busy=true]')?.textContent).toBe('Your desksoon');
  cleanup();
  wait('/desk?again=1');
  expect(screen.getByRole('heading', { name: 'Your desk' })).toBe(drawn);
  cleanup();
  wait('/elsewhere');
  expect([screen.queryByRole('heading'), screen.getByRole('status')]).toEqual([null, expect.anything()]);
});

it('a page that was not drawn waits with a spinner', () => {
  const root = document.createElement('div');
  adoptSkeleton(root, '/plain');
  wait('/plain');
  expect(screen.getByRole('status')).toBeDefined();
});
