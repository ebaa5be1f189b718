import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { characterNames } from '@inkbear/contracts/craft/character-names';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { NameGenerator } from './components/name-generator.tsx';
import { PenNameDialog } from './components/pen-name-dialog.tsx';

const toasts = collectToasts();
const writeText = jest.fn<(text: string) => Promise<void>>();
beforeEach(() => {
  jest.useFakeTimers();
  writeText.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const names = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('span')?.textContent ?? '');
const advanceTimers = () =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(0);
  });

it('draws six names from the chosen list after 800 ms and copies one', async () => {
  render(<NameGenerator genre="scifi" />);
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'places' } });
  fireEvent.click(screen.getByRole('button', { name: 'Suggest six names' }));
  act(() => void jest.advanceTimersByTime(799));
  expect([names(), screen.getByRole<HTMLButtonElement>('button', { name: 'Finding names…' }).disabled]).toEqual([
    [],
    true,
  ]);
  act(() => void jest.advanceTimersByTime(1));
  expect(names()).toHaveLength(6);
  expect(names().filter((name) => !characterNames.scifi.places.includes(name))).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: `Copy ${names()[0] ?? ''}` }));
  await advanceTimers();
  expect([writeText.mock.calls[0]?.[0], toasts[0]?.title]).toEqual([names()[0], 'Copied!']);
});

it('shows an error when the browser refuses to copy', async () => {
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  render(<NameGenerator genre="modern" />);
  fireEvent.click(screen.getByRole('button', { name: 'Suggest six names' }));
  act(() => void jest.advanceTimersByTime(800));
  fireEvent.click(screen.getAllByRole('button', { name: /^Copy/ })[0] as HTMLElement);
  await advanceTimers();
  expect(toasts[0]).toMatchObject({ title: 'Copy Failed', tone: 'destructive' });
});

it('draws, edits and saves a pen name; the dialog stays open on failure', async () => {
  jest.useRealTimers();
  const onUse = jest
    .fn<(name: string) => Promise<unknown>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({});
  render(<PenNameDialog penName="" canEdit isSaving={false} onUse={onUse} />);
  fireEvent.click(screen.getByRole('button', { name: 'Find a pen name' }));
  await screen.findByRole('button', { name: 'Another' });
  const shown = () => screen.getByRole('status').textContent;
  const first = shown();
  for (let tries = 0; tries < 5 && shown() === first; tries += 1)
    fireEvent.click(screen.getByRole('button', { name: 'Another' }));
  expect(shown()).not.toBe(first);
  fireEvent.click(screen.getByRole('button', { name: 'Use this name' }));
  await act(async () => {
    await Promise.resolve();
  });
  expect(onUse.mock.calls).toEqual([[shown()]]);
  fireEvent.click(screen.getByRole('button', { name: 'Use this name' }));
  await act(async () => {
    await Promise.resolve();
  });
  expect(screen.queryByRole('button', { name: 'Use this name' })).toBeNull();
});
