import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { PageWait } from './components/page-wait.tsx';
import { keepDrawnOutline } from './outline.tsx';

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
  root.innerHTML = '<header>bar</header><main><div data-outline="true"><h1>Your desk</h1><p>soon</p></div></main>';
  const drawn = root.querySelector('h1');
  keepDrawnOutline(root, '/desk');
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
  keepDrawnOutline(root, '/plain');
  wait('/plain');
  expect(screen.getByRole('status')).toBeDefined();
});
