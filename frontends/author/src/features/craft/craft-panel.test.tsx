import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { CraftPanel } from './components/craft-panel.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const open = (chapterId = 'c1', genre = 'thriller') => {
  const onBeats = jest.fn<(beats: string[]) => void>();
  render(<CraftPanel chapterId={chapterId} genre={genre} canEdit isBusy={false} onBeats={onBeats} />);
  return onBeats;
};
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');

describe('Checklist', () => {
  it('shows “mastered” for three seconds after the sixth tick, and stores ticks per chapter', () => {
    open();
    for (const box of boxes().slice(0, 5)) fireEvent.click(box);
    expect([screen.queryByText('Chapter Mastered'), screen.getByText('5 of 6')]).toEqual([null, expect.anything()]);
    fireEvent.click(boxes()[5] as HTMLElement);
    expect(screen.getByText('Chapter Mastered')).toBeDefined();
    act(() => void jest.advanceTimersByTime(2999));
    expect(screen.queryByText('Chapter Mastered')).not.toBeNull();
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.queryByText('Chapter Mastered')).toBeNull();
    cleanup();
    open();
    expect([boxes().every(({ checked }) => checked), screen.queryByText('Chapter Mastered')]).toEqual([true, null]);
    cleanup();
    open('c2');
    expect(boxes().some(({ checked }) => checked)).toBe(false);
  });

  it('works without browser storage', () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    open();
    fireEvent.click(boxes()[0] as HTMLElement);
    expect(boxes()[0]?.checked).toBe(true);
    refuse.mockRestore();
  });
});

it('offers the template of the genre and adds its four beats to the plan', () => {
  const onBeats = open();
  const part = screen.getByRole('region', { name: 'Chapter templates' });
  expect(within(part).getByRole<HTMLSelectElement>('combobox').value).toBe('thriller');
  fireEvent.click(within(part).getByRole('button', { name: 'Add to this chapter’s plan' }));
  const [beats = []] = onBeats.mock.calls[0] ?? [];
  expect(beats.map((beat) => beat.split(':')[0])).toEqual([
    'The threat',
    'The plan',
    'The reversal',
    'The narrow escape',
  ]);
});

it('shows the first list for a genre without prompts or tips', () => {
  open();
  expect(within(screen.getByRole('region', { name: 'Writing prompts' })).getAllByRole('listitem')).toHaveLength(5);
  fireEvent.change(screen.getByRole('combobox', { name: 'Writing tips: genre' }), { target: { value: 'romance' } });
  expect(within(screen.getByRole('region', { name: 'Writing tips' })).getByText('Tension')).toBeDefined();
});
