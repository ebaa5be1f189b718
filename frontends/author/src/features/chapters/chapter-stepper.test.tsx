import { afterEach, expect, it, jest } from '@jest/globals';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ChapterStepper } from './components/chapter-stepper.tsx';
import { chapterToOpen, lastChapter } from './last-chapter.ts';

afterEach(cleanup);
const chapters = [
  ['third', 3],
  ['first', 1],
  ['second', 2],
].map(([id, chapterNumber]) => ({ id, chapterNumber }) as Chapter);
const show = (at: number) => {
  const [onOpen, onReload] = [jest.fn(), jest.fn()];
  render(<ChapterStepper chapters={chapters} current={chapters[at] as Chapter} onOpen={onOpen} onReload={onReload} />);
  return { onOpen, onReload };
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('opens the previous and next chapters by number, and reloads the current one', () => {
  const { onOpen, onReload } = show(2);
  fireEvent.click(button('Previous chapter'));
  fireEvent.click(button('Next chapter'));
  fireEvent.click(button('2 of 3'));
  expect([onOpen.mock.calls, onReload.mock.calls.length]).toEqual([[['first'], ['third']], 1]);
});

it('disables the buttons at the first and last chapter', () => {
  show(1);
  expect([button('Previous chapter').disabled, button('Next chapter').disabled]).toEqual([true, false]);
  cleanup();
  show(0);
  expect([button('Previous chapter').disabled, button('Next chapter').disabled]).toEqual([false, true]);
});

it('opens the last open chapter, otherwise the first', () => {
  lastChapter.save('b1', 'third');
  expect([lastChapter.read('b1'), lastChapter.read('b2')]).toEqual(['third', null]);
  expect([
    chapterToOpen(chapters, null, 'third')?.id,
    chapterToOpen(chapters, 'second', 'third')?.id,
    chapterToOpen(chapters, null, 'gone')?.id,
    chapterToOpen([], null, 'third'),
  ]).toEqual(['third', 'second', 'first', null]);
});
