import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { loadRetryCount } from '@inkbear/web-kit/code-loading.ts';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { LazyBoundary } from './lazy-boundary.tsx';

const unloaded = () => Object.assign(new Error('The script did not load.'), { name: 'ChunkLoadError' });
let load: jest.Mock<() => Promise<{ default: ComponentType }>>;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  load = jest.fn(() => Promise.resolve({ default: () => <p>the drawer</p> }));
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function open() {
  const Part = lazyPage(() => load());
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <textarea aria-label="Text" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <LazyBoundary isOpen={isOpen} waiting={<p>Opening…</p>} onDismissError={() => setOpen(false)}>
          <Part />
        </LazyBoundary>
      </>
    );
  }
  render(<Page />);
}
const press = async (name: string) => await userEvent.click(screen.getByRole('button', { name }));

it('loads nothing before the first use, and shows the part after the click that loaded it', async () => {
  let loaded = (_module: { default: ComponentType }) => {};
  load.mockReturnValue(new Promise((resolve) => (loaded = resolve)));
  open();
  expect(load).not.toHaveBeenCalled();
  await press('Open');
  expect(screen.getByText('Opening…')).toBeDefined();
  await act(async () => loaded({ default: () => <p>the drawer</p> }));
  expect([screen.getByText('the drawer'), screen.queryByText('Opening…')]).toEqual([expect.anything(), null]);
});

it('keeps the page when the part fails to load, and shows the part on Retry', async () => {
  load.mockRejectedValueOnce(unloaded());
  open();
  await userEvent.type(screen.getByRole('textbox'), 'Mist.');
  await press('Open');
  await screen.findByRole('dialog', { name: 'This could not be opened' });
  const retries = loadRetryCount();
  await press('Retry');
  await screen.findByText('the drawer');
  expect([screen.getByRole<HTMLTextAreaElement>('textbox').value, screen.queryByRole('dialog')]).toEqual([
    'Mist.',
    null,
  ]);
  expect([load.mock.calls.length, retries]).toEqual([2, loadRetryCount()]);
});

it('loads again at the next use after the error was closed, from another URL', async () => {
  const retries = loadRetryCount();
  load.mockRejectedValueOnce(unloaded());
  open();
  await press('Open');
  await screen.findByRole('dialog');
  await press('Close');
  expect([screen.queryByRole('dialog'), load.mock.calls.length]).toEqual([null, 1]);
  await press('Open');
  await screen.findByText('the drawer');
  expect(loadRetryCount()).toBe(retries + 1);
});
