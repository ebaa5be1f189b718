import { Text } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isTextField } from '../../features/shortcuts/shortcut-list.ts';
import { editorCommands } from '../../manuscript/editor-commands.ts';
import type { OpenManuscript } from '../../manuscript/open-manuscript.ts';
import { chapterActions, chapterCommands } from './chapter-actions.ts';
import type { OpenChapter } from './open-chapter.ts';
import { chapterTools } from './tool-list.ts';

const chapter = (id: string, chapterNumber: number) => ({ id, chapterNumber, title: `The ${id}` });
const onOpen = jest.fn();
const flush = jest.fn(() => Promise.resolve(true));
const openManuscript = {
  manuscript: { kind: 'chapter', id: 'second' },
  layout: {},
  queue: { text: Text.of(['The storm came.', '', '***', '', '*Ida* waited.']) },
  editor: null,
} as unknown as OpenManuscript;
const openChapter = {
  book: { id: 'b1' },
  chapters: [chapter('third', 3), chapter('first', 1), chapter('second', 2)],
  current: chapter('second', 2),
  onOpen,
  flush,
} as unknown as OpenChapter;
const context = { areMentionsMarked: true, entries: [] };
const realOpen = window.open;
beforeEach(() => {
  window.open = jest.fn<typeof window.open>(() => null);
});
afterEach(() => {
  window.open = realOpen;
  jest.clearAllMocks();
});

describe('chapterActions and chapterCommands', () => {
  it('offers every tool, every action and the neighbouring chapters in the palette', () => {
    const commands = chapterCommands(openManuscript, openChapter, context);
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const label of [
      ...chapterTools.map(({ label: name }) => name),
      ...chapterActions(openManuscript, openChapter, true).map(({ label: name }) => name),
      'Previous chapter: The first',
      'Next chapter: The third',
    ])
      expect(commands.map((command) => command.label)).toContain(label);
    (commands.find(({ id }) => id === 'editor:next')?.run as () => void)();
    expect(onOpen).toHaveBeenCalledWith('third');
    expect(
      chapterCommands(openManuscript, { ...openChapter, current: chapter('third', 3) } as OpenChapter, context).map(
        ({ id }) => id,
      ),
    ).not.toContain('editor:next');
  });

  it('offers every other chapter in the palette, in the order of the book', () => {
    const chapters = [chapter('last', 4), ...openChapter.chapters] as unknown as OpenChapter['chapters'];
    const commands = chapterCommands(openManuscript, { ...openChapter, chapters }, context);
    const others = commands.filter(({ id }) => id.startsWith('editor:chapter:'));
    expect(others.map(({ label }) => label)).toEqual([
      'Chapter 1: The first',
      'Chapter 3: The third',
      'Chapter 4: The last',
    ]);
    (others[2]?.run as () => void)();
    expect(onOpen).toHaveBeenCalledWith('last');
  });

  it('goes to a scene of the open chapter, if there are several', () => {
    const reveal = jest.fn();
    const scenesOf = (open: Partial<OpenManuscript>) =>
      chapterCommands({ ...openManuscript, ...open }, openChapter, context).filter(({ id }) => id.includes(':scene:'));
    const editor = { reveal } as unknown as OpenManuscript['editor'];
    const scenes = scenesOf({ editor });
    expect(scenes.map(({ label }) => label)).toEqual(['Scene 1: The storm came.', 'Scene 2: Ida waited.']);
    (scenes[1]?.run as () => void)();
    expect(reveal).toHaveBeenCalledWith({ from: 22, to: 22 });
    const oneScene = { text: Text.of(['The storm came.']) } as unknown as OpenManuscript['queue'];
    expect([scenesOf({}), scenesOf({ editor, queue: oneScene })]).toEqual([[], []]);
  });

  it('opens an entry of the story bible', () => {
    const openTool = jest.fn();
    const entries = [{ id: 'e1', kind: 'character' as const, name: 'Mara', aliases: ['Mara Reed'] }];
    const [command] = chapterCommands(
      { ...openManuscript, layout: { openTool } } as unknown as OpenManuscript,
      openChapter,
      {
        areMentionsMarked: true,
        entries,
      },
    ).filter(({ id }) => id === 'editor:entry:e1');
    expect([command?.label, command?.keywords]).toEqual(['Mara (character)', ['story bible', 'Mara Reed']]);
    (command?.run as () => void)();
    expect(openTool).toHaveBeenCalledWith('bible');
  });

  it('saves and opens the full chapter in a new tab', () => {
    chapterActions(openManuscript, openChapter, true)
      .find(({ label }) => label === 'View full')
      ?.run();
    expect(window.open).toHaveBeenCalledWith('/full-chapter?id=second&bookId=b1', '_blank', 'noopener');
    expect(flush).toHaveBeenCalledTimes(1);
  });
});

it('offers only the commands of the open editor', () => {
  const [first, second] = [[{ id: 'a', label: 'A', run: '/' }], [{ id: 'b', label: 'B', run: '/' }]];
  const leaveFirst = editorCommands.offer(() => first);
  const leaveSecond = editorCommands.offer(() => second);
  leaveFirst();
  expect(editorCommands.list()).toBe(second);
  leaveSecond();
  expect(editorCommands.list()).toEqual([]);
});

it('recognises text fields', () => {
  document.body.innerHTML =
    '<input><textarea></textarea><div contenteditable="true"><p id="p">x</p></div><button>b</button>';
  expect(
    ['input', 'textarea', '#p', 'button', 'body'].map((place) => isTextField(document.querySelector(place))),
  ).toEqual([true, true, true, false, false]);
});
