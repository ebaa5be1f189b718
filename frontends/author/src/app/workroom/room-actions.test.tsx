import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isTextPlace } from '../../features/shortcuts/shortcut-list.ts';
import { roomCommands } from '../room-commands.ts';
import { actionsOf, commandsOf, type RoomView } from './room-actions.ts';
import { tools } from './tool-list.ts';

const chapter = (id: string, chapterNumber: number) => ({ id, chapterNumber, title: `The ${id}` });
const onOpen = jest.fn();
const flush = jest.fn(() => Promise.resolve(true));
const view = {
  book: { id: 'b1' },
  chapters: [chapter('third', 3), chapter('first', 1), chapter('second', 2)],
  current: chapter('second', 2),
  isReading: false,
  isFocused: false,
  onOpen,
  flush,
  onReading: () => undefined,
  onFocusMode: () => undefined,
  onTool: () => undefined,
  onGoal: () => undefined,
  onShortcuts: () => undefined,
} as unknown as RoomView;
const realOpen = window.open;
beforeEach(() => {
  window.open = jest.fn<typeof window.open>(() => null);
});
afterEach(() => {
  window.open = realOpen;
  jest.clearAllMocks();
});

describe('what one can do in the writing room', () => {
  it('is in the palette by name: every tool, every action, and the chapters next to this one by number', () => {
    const commands = commandsOf(view);
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const label of [
      ...tools.map(({ label: name }) => name),
      ...actionsOf(view).map(({ label: name }) => name),
      'Previous chapter: The first',
      'Next chapter: The third',
    ])
      expect(commands.map((command) => command.label)).toContain(label);
    (commands.find(({ id }) => id === 'room:next')?.run as () => void)();
    expect(onOpen).toHaveBeenCalledWith('third');
    expect(commandsOf({ ...view, current: chapter('third', 3) } as RoomView).map(({ id }) => id)).not.toContain(
      'room:next',
    );
  });

  it('opens the full chapter in a new tab, and saves for it', () => {
    actionsOf(view)
      .find(({ label }) => label === 'View full')
      ?.run();
    expect(window.open).toHaveBeenCalledWith('/full-chapter?id=second&bookId=b1', '_blank', 'noopener');
    expect(flush).toHaveBeenCalledTimes(1);
  });
});

it('the palette knows the commands of the room that is open, and of no room that was left', () => {
  const [first, second] = [[{ id: 'a', label: 'A', run: '/' }], [{ id: 'b', label: 'B', run: '/' }]];
  const leaveFirst = roomCommands.offer(first);
  const leaveSecond = roomCommands.offer(second);
  leaveFirst();
  expect(roomCommands.list()).toBe(second);
  leaveSecond();
  expect(roomCommands.list()).toEqual([]);
});

it('knows where a question mark is text', () => {
  document.body.innerHTML =
    '<input><textarea></textarea><div contenteditable="true"><p id="p">x</p></div><button>b</button>';
  expect(
    ['input', 'textarea', '#p', 'button', 'body'].map((place) => isTextPlace(document.querySelector(place))),
  ).toEqual([true, true, true, false, false]);
});
