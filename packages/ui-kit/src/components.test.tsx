import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IconButton } from './icon-button.tsx';
import { PageSpinner } from './page-spinner.tsx';
import { relativeTime } from './relative-time.ts';
import { SaveBadge, saveText } from './save-badge.tsx';
import { TextField } from './text-field.tsx';
import { Toaster } from './toaster.tsx';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('Toaster', () => {
  it('closes a toast after five seconds, but not under the pointer', () => {
    jest.useFakeTimers();
    const close = jest.fn();
    render(<Toaster toast={{ key: 1, title: 'Saved' }} onClose={close} />);
    act(() => {
      jest.advanceTimersByTime(4999);
    });
    expect(close).not.toHaveBeenCalled();
    fireEvent.pointerEnter(screen.getByText('Saved').parentElement?.parentElement as HTMLElement);
    act(() => {
      jest.advanceTimersByTime(20_000);
    });
    expect(close).not.toHaveBeenCalled();
    fireEvent.pointerLeave(screen.getByText('Saved').parentElement?.parentElement as HTMLElement);
    act(() => {
      jest.advanceTimersByTime(5000);
    });
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('closes the next toast in time after one was closed under the pointer', () => {
    jest.useFakeTimers();
    const close = jest.fn();
    const { rerender } = render(<Toaster toast={{ key: 1, title: 'Saved' }} onClose={close} />);
    fireEvent.pointerEnter(screen.getByText('Saved').parentElement?.parentElement as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledTimes(1);
    rerender(<Toaster toast={null} onClose={close} />);
    rerender(<Toaster toast={{ key: 2, title: 'Deleted' }} onClose={close} />);
    act(() => {
      jest.advanceTimersByTime(5000);
    });
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('returns the focus when a toast disappears with it, to the page when its origin is gone', async () => {
    const action = { label: 'Undo', run: () => undefined };
    const show = (key: number | null, hasOrigin = true) => (
      <main tabIndex={-1}>
        {hasOrigin && <button type="button">Delete</button>}
        <Toaster toast={key === null ? null : { key, title: 'Deleted', action }} onClose={() => undefined} />
      </main>
    );
    const { rerender } = render(show(1));
    const moveToToast = () => {
      screen.getByRole('button', { name: 'Delete' }).focus();
      for (const name of ['Undo', 'Close']) screen.getByRole('button', { name }).focus();
    };
    moveToToast();
    rerender(show(null));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }));
    rerender(show(2));
    moveToToast();
    rerender(show(3, false));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    rerender(show(4));
    moveToToast();
    screen.getByRole('button', { name: 'Close' }).blur();
    await Promise.resolve();
    rerender(show(5));
    expect(document.activeElement).toBe(document.body);
  });

  it('interrupts screen readers only for errors', () => {
    const { rerender } = render(<Toaster toast={{ key: 1, title: 'Saved' }} onClose={() => undefined} />);
    expect(screen.getByRole('status').textContent).toContain('Saved');
    rerender(<Toaster toast={{ key: 2, title: 'Logout failed', tone: 'destructive' }} onClose={() => undefined} />);
    expect(screen.getByRole('alert').textContent).toContain('Logout failed');
  });
});

it('PageSpinner stays hidden for the first 300 ms', () => {
  jest.useFakeTimers();
  render(<PageSpinner />);
  act(() => {
    jest.advanceTimersByTime(299);
  });
  expect(screen.queryByText('Loading…')).toBeNull();
  act(() => {
    jest.advanceTimersByTime(1);
  });
  expect(screen.getByText('Loading…')).toBeDefined();
});

it('TextField refers to its error by aria-describedby', () => {
  render(<TextField label="Title" error="Title is required" />);
  const input = screen.getByLabelText('Title');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Title is required');
});

describe('IconButton', () => {
  const buttonWith = (props: Partial<Parameters<typeof IconButton>[0]>) => {
    render(
      <IconButton label="Next match" {...props}>
        <svg />
      </IconButton>,
    );
    return screen.getByRole<HTMLButtonElement>('button', { name: 'Next match' });
  };

  it('has its label as name and as tooltip, and does not submit forms', () => {
    const button = buttonWith({});
    expect([button.dataset['hint'], button.dataset['size'], button.type]).toEqual(['Next match', '40', 'button']);
  });

  it.each([
    ['Next match (F3)', 'Next match (F3)'],
    [false, undefined],
  ] as const)('with the hint %j has the tooltip %j', (hint, tooltip) => {
    expect(buttonWith({ hint }).dataset['hint']).toBe(tooltip);
  });

  it('passes on its ref, its class and the attributes of a button', () => {
    const ref = { current: null };
    const button = buttonWith({ ref, disabled: true, 'aria-pressed': true, className: 'place' });
    expect(ref.current).toBe(button);
    expect([button.disabled, button.getAttribute('aria-pressed')]).toEqual([true, 'true']);
    expect(button.className).toContain('place');
  });
});

describe('SaveBadge', () => {
  const now = Date.UTC(2026, 5, 10, 12);
  it.each([
    [59_999, 'just now'],
    [60_000, '1m ago'],
    [3_599_999, '59m ago'],
    [3_600_000, '1h ago'],
    [86_399_999, '23h ago'],
    [86_400_000, '09/06/2026'],
  ])('shows a time %i ms ago as %s', (ms, text) => {
    expect(relativeTime(now - ms, now)).toBe(text);
  });

  it('says "Saved" only in saved states', () => {
    expect(saveText('saved', now - 120_000, now)).toBe('Saved 2m ago');
    expect(saveText('just-saved', now, now)).toBe('Saved!');
    const unsaved = ['at-risk', 'offline', 'storage-full', 'saving', 'unsaved', 'idle'] as const;
    for (const state of unsaved) expect(saveText(state, now, now)).not.toMatch(/^Saved/);
  });

  it('announces when saving stops working and when it works again, not every save', () => {
    const { rerender } = render(<SaveBadge state="idle" />);
    const announced = () => screen.getByRole('status').textContent;
    for (const state of ['unsaved', 'saving', 'just-saved', 'saved', 'unsaved'] as const) {
      rerender(<SaveBadge state={state} savedAt={now} />);
      expect(announced()).toBe('');
    }
    rerender(<SaveBadge state="at-risk" savedAt={now} />);
    expect(announced()).toContain('not saved anywhere');
    rerender(<SaveBadge state="saving" savedAt={now} />);
    expect(announced()).toContain('not saved anywhere');
    rerender(<SaveBadge state="just-saved" savedAt={now} />);
    expect(announced()).toBe('Everything is saved again.');
  });
});
