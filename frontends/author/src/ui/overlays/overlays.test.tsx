import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Drawer, Menu, Modal } from './overlays.tsx';

beforeAll(() => import('./antd-overlays.tsx'));
afterEach(cleanup);

describe('Menu', () => {
  const onRename = jest.fn();
  const open = () =>
    render(
      <>
        <textarea aria-label="Text" />
        <Menu
          items={[{ key: 'rename', label: 'Rename', onClick: onRename }]}
          trigger={(props) => (
            <button type="button" {...props}>
              More
            </button>
          )}
        />
      </>,
    );

  // First, because the code stays loaded.
  it('leaves the focus where the author is typing when it has loaded', async () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('button', { name: 'More', busy: true })).toBe(document.activeElement);
    const text = screen.getByRole('textbox', { name: 'Text' });
    act(() => text.focus());
    await screen.findByRole('menuitem', { name: 'Rename' });
    expect(document.activeElement).toBe(text);
  });

  it('opens at the click that loads it, keeps the focus on its button, and runs the chosen entry', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const entry = await screen.findByRole('menuitem', { name: 'Rename' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(entry);
    expect(onRename).toHaveBeenCalledTimes(1);
  });
});

describe('Modal', () => {
  it('shows its content when it opens, and not before', async () => {
    const modal = (isOpen: boolean) => (
      <Modal title="Pen name" width={460} isOpen={isOpen} onClose={() => undefined}>
        <p>Ida Marsh</p>
      </Modal>
    );
    const { rerender } = render(modal(false));
    expect(screen.queryByRole('dialog')).toBeNull();
    rerender(modal(true));
    expect((await screen.findByRole('dialog', { name: 'Pen name' })).textContent).toContain('Ida Marsh');
  });
});

it.each([
  ['dialog', <Modal key="modal" title="Pen name" width={460} onClose={() => undefined} children={<input />} />],
  [
    'drawer',
    <Drawer
      key="drawer"
      title="Pen name"
      placement="right"
      size={460}
      onClose={() => undefined}
      children={<input />}
    />,
  ],
])('a %s that is removed from the page returns the focus to its button', async (_kind, overlay) => {
  const withOverlay = (isOpen: boolean) => (
    <>
      <button type="button">Open</button>
      {isOpen && overlay}
    </>
  );
  const { rerender } = render(withOverlay(false));
  act(() => screen.getByRole('button', { name: 'Open' }).focus());
  rerender(withOverlay(true));
  const dialog = await screen.findByRole('dialog', { name: 'Pen name' });
  act(() => dialog.querySelector('input')?.focus());
  rerender(withOverlay(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});
