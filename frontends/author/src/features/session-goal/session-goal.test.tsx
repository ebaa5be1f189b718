import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { writingSessionGapMs } from '@inkbear/prose/compaction';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { SessionGoal } from './session-goal.tsx';

let type: (words: number) => void = () => undefined;
const onTyped = (listener: (words: number) => void) => {
  type = (words) => act(() => listener(words));
  return () => {
    type = () => undefined;
  };
};
const onFormClose = jest.fn();
let userId: string;
const show = (isFormOpen: boolean) =>
  render(<SessionGoal userId={userId} onTyped={onTyped} isFormOpen={isFormOpen} onFormClose={onFormClose} />);
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
  rerender(<SessionGoal userId={userId} onTyped={onTyped} isFormOpen={false} onFormClose={onFormClose} />);
}

describe('SessionGoal', () => {
  it('shows nothing without a goal', () => expect(show(false).container.textContent).toBe(''));

  it('counts typed words, never below zero, and congratulates', () => {
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

  it('accepts only numbers within the range', () => {
    show(true);
    for (const value of ['0', '12.5', '', '900000']) {
      fireEvent.change(screen.getByRole('spinbutton'), { target: { value } });
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start' }).disabled).toBe(true);
    }
  });

  it('survives a reload and ends after half an hour without typing', () => {
    start('100');
    type(10);
    cleanup();
    jest.advanceTimersByTime(writingSessionGapMs - 1);
    show(false);
    expect(progress()).toBe('10 of 100 words');
    cleanup();
    jest.advanceTimersByTime(1);
    expect(show(false).container.textContent).toBe('');
  });

  it('ends after half an hour without typing on an open page', () => {
    start('100');
    type(10);
    act(() => void jest.advanceTimersByTime(writingSessionGapMs - 1));
    type(5);
    act(() => void jest.advanceTimersByTime(writingSessionGapMs - 1));
    expect(progress()).toBe('15 of 100 words');
    act(() => void jest.advanceTimersByTime(1));
    expect([screen.queryByRole('progressbar'), localStorage.length]).toEqual([null, 0]);
  });

  it('has ended when the device wakes up after half an hour', () => {
    start('100');
    jest.setSystemTime(Date.now() + writingSessionGapMs);
    type(10);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is separate for each user of a browser', () => {
    start('100');
    cleanup();
    userId = 'u2';
    expect(show(false).container.textContent).toBe('');
  });

  it('ends when the author ends it', () => {
    start('100');
    fireEvent.click(screen.getByRole('button', { name: 'End this goal' }));
    expect([screen.queryByRole('progressbar'), localStorage.length]).toEqual([null, 0]);
  });
});
