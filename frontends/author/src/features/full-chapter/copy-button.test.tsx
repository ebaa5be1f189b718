import { afterEach, expect, it, jest } from '@jest/globals';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CopyButton } from './components/copy-button.tsx';

const toasts = collectToasts();
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const icon = () => screen.getByRole('button', { name: 'Copy the chapter' }).innerHTML;
const pass = (ms: number) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
  });

it('confirms copying with a tick for two seconds', async () => {
  jest.useFakeTimers();
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  render(<CopyButton text={() => 'Once upon a time.'} />);
  const before = icon();
  fireEvent.click(screen.getByRole('button'));
  await pass(0);
  expect([writeText.mock.calls, toasts.map(({ title }) => title), icon() === before]).toEqual([
    [['Once upon a time.']],
    ['Copied!'],
    false,
  ]);
  await pass(1999);
  expect(icon()).not.toBe(before);
  await pass(1);
  expect(icon()).toBe(before);
});

it('shows an error and no tick when the browser refuses to copy', async () => {
  jest.useFakeTimers();
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    configurable: true,
  });
  render(<CopyButton text={() => 'Once.'} />);
  const before = icon();
  fireEvent.click(screen.getByRole('button'));
  await pass(0);
  expect([toasts[0]?.title, icon() === before]).toEqual(['Copy Failed', true]);
});
