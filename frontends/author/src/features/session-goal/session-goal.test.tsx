import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { SessionGoal } from './session-goal.tsx';
import { sittingGapMs } from './sitting.ts';

let type: (words: number) => void = () => undefined;
const onTyped = (listener: (words: number) => void) => {
  type = (words) => act(() => listener(words));
  return () => { type = () => undefined; };
};
const onAnswered = jest.fn();
const show = (isAsking: boolean) => render(<SessionGoal onTyped={onTyped} isAsking={isAsking} onAnswered={onAnswered} />);
const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuetext');
beforeEach(() => {
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
  rerender(<SessionGoal onTyped={onTyped} isAsking={false} onAnswered={onAnswered} />);
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
    expect([progress(), screen.getByRole('status').textContent]).toEqual(['55 of 50 words', 'That was your goal: 50 words. Well done.']);
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

  it('ends when the author wants it to', () => {
    start('100');
    fireEvent.click(screen.getByRole('button', { name: 'End this goal' }));
    expect([screen.queryByRole('progressbar'), localStorage.getItem('inkbear-sitting')]).toEqual([null, null]);
  });
});
