import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RunningWork } from './running-work.tsx';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('shows the elapsed seconds, announces only the text, and cancels', () => {
  jest.useFakeTimers();
  const onCancel = jest.fn();
  const { container } = render(<RunningWork text="Making the PDF" since={Date.now() - 2000} onCancel={onCancel} />);
  const shown = () => container.querySelector('p')?.textContent;
  expect(shown()).toBe('Making the PDF · 2 s');
  act(() => void jest.advanceTimersByTime(3000));
  expect([shown(), screen.getByRole('status').textContent]).toEqual(['Making the PDF · 5 s', 'Making the PDF']);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});
