import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { SessionGoal } from './session-goal.tsx';
import { sittingGapMs } from './sitting.ts';

let type: (words: number) => void = () => undefined;
const onTyped = (listener: (words: number) => void) => {
  type = (words) => act(() => listener(words));
  return () => {
    type = () => undefined;
  };
};
const onAnswered = jest.fn();
let userId: string;
const show = (isAsking: boolean) =>
  render(<SessionGoal userId={userId} onTyped={onTyped} isAsking={isAsking} onAnswered={onAnswered} />);
const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuetext');
beforeEach(() => {
  userId = 'u1';
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
function start(goal: string): void {
  const { rerender } = show(true);
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: goal } });
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  rerender(<SessionGoal userId={userId} onTyped={onTyped} isAsking={false} onAnswered={onAnswered} />);
}

describe('a goal for the sitting', () => {
  it('shows nothing until there is one', () => expect(show(false).container.textContent).toBe(''));

  it('counts what is typed, owes nothing for what was deleted, and is glad in words', () => {
    start('50');
    type(-30);
    type(20);
    type(-5);
    expect([progress(), screen.getByRole('status').textContent]).toEqual(['15 of 50 words', '']);
    type(40);
    expect([progress(), screen.getByRole('status').textContent]).toEqual([
      '55 of 50 words',
      'That was your goal: 50 words. Well done.',
    ]);
  });

  it('takes only a sensible number', () => {
    show(true);
    for (const value of ['0', '12.5', '', '900000']) {
      fireEvent.change(screen.getByRole('spinbutton'), { target: { value } });
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true);
    }
  });

  it('goes along when the page is loaded again, and ends with half an hour of silence', () => {
    start('100');
    type(10);
    cleanup();
    jest.advanceTimersByTime(sittingGapMs - 1);
    show(false);
    expect(progress()).toBe('10 of 100 words');
    cleanup();
    jest.advanceTimersByTime(1);
    expect(show(false).container.textContent).toBe('');
  });

  it('ends with half an hour of silence while the page stays open', () => {
    start('100');
    type(10);
    act(() => void jest.advanceTimersByTime(sittingGapMs - 1));
    type(5);
    act(() => void jest.advanceTimersByTime(sittingGapMs - 1));
    expect(progress()).toBe('15 of 100 words');
    act(() => void jest.advanceTimersByTime(1));
    expect([screen.queryByRole('progressbar'), localStorage.length]).toEqual([null, 0]);
  });

  it('has ended when a device wakes up after half an hour and typing goes on', () => {
    start('100');
    jest.setSystemTime(Date.now() + sittingGapMs);
    type(10);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is nobody else’s who uses this browser', () => {
    start('100');
    cleanup();
    userId = 'u2';
    expect(show(false).container.textContent).toBe('');
  });

  it('ends when the author wants it to', () => {
    start('100');
    fireEvent.click(screen.getByRole('button', { name: 'End this goal' }));
    expect([screen.queryByRole('progressbar'), localStorage.length]).toEqual([null, 0]);
  });
});
