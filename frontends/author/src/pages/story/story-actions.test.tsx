import { describe, expect, it, jest } from '@jest/globals';
import type { OpenManuscript } from '../../manuscript/open-manuscript.ts';
import type { OpenStory } from './open-story.ts';
import { storyActions, storyCommands } from './story-actions.ts';
import { storyTools } from './story-tool-list.ts';

const openTool = jest.fn();
const onInformation = jest.fn();
const onAct = jest.fn();
const openManuscript = { manuscript: { kind: 'story', id: 's' }, layout: { openTool } } as unknown;
const story = { story: { id: 's', title: 'Family Legacy' }, onInformation } as unknown as OpenStory;

describe('storyCommands', () => {
  const commands = storyCommands(openManuscript as OpenManuscript, story, onAct);
  const run = (id: string) => (commands.find((command) => command.id === id)?.run as () => void)();

  it('offers every tool, every action and the AI buttons in the palette', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    expect(commands.map(({ label }) => label)).toEqual([
      ...storyTools.map(({ label }) => label),
      ...storyActions(openManuscript as OpenManuscript, story).map(({ label }) => label),
      'Enhance Selection',
      'Polish Story',
      'Change Tone',
      'Adjust Length',
    ]);
  });

  it('runs the tool or the action of a command', () => {
    run('editor:tool:history');
    run('editor:info');
    run('editor:ai:polish');
    expect([openTool.mock.calls, onInformation.mock.calls.length, onAct.mock.calls]).toEqual([
      [['history']],
      1,
      [['polish']],
    ]);
  });
});
