import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import type { StoryAction } from '../../features/stories/components/ai-bar.tsx';
import { exportPdf, exportText, noContent } from '../../features/stories/export-story.ts';
import { saveNow } from '../../features/writing/components/save-control.tsx';
import { type ManuscriptAction, manuscriptActions, manuscriptCommands } from '../../manuscript/manuscript-actions.ts';
import type { OpenManuscript } from '../../manuscript/open-manuscript.ts';
import type { OpenStory } from './open-story.ts';
import { storyTools } from './story-tool-list.ts';

/** The actions for the open story, as listed in the menu and the command palette. */
export const storyActions = (openManuscript: OpenManuscript, { story, onInformation }: OpenStory): ManuscriptAction[] =>
  manuscriptActions(openManuscript, [
    {
      id: 'info',
      label: 'Edit Story Info',
      keywords: ['title', 'author', 'publisher', 'dedication'],
      run: onInformation,
    },
    {
      id: 'pdf',
      label: 'Export PDF',
      keywords: ['download', 'print'],
      run: () => void exportPdf(story, openManuscript.queue),
    },
    {
      id: 'text',
      label: 'Export Text',
      keywords: ['download', 'txt'],
      run: () => exportText({ title: story.title, content: openManuscript.queue.text.toString() }),
    },
  ]);

/** The commands of the palette: tools, actions and AI buttons. */
export const storyCommands = (
  openManuscript: OpenManuscript,
  story: OpenStory,
  onAct: (action: StoryAction) => void,
): Command[] => [
  ...manuscriptCommands(storyActions(openManuscript, story), storyTools, openManuscript.layout),
  ...aiCommands.map(([action, label]): Command => ({
    id: `editor:ai:${action}`,
    label,
    keywords: ['ai', 'write'],
    run: () => onAct(action),
  })),
];
const aiCommands: readonly (readonly [StoryAction, string])[] = [
  ['enhance', 'Enhance Selection'],
  ['polish', 'Polish Story'],
  ['tone', 'Change Tone'],
  ['length', 'Adjust Length'],
];

/** Saves the story now; an empty one is refused with a toast. */
export function saveStoryNow(queue: SaveQueue): void {
  if (queue.view().words === 0) return showToast(noContent);
  void saveNow(queue, 'story');
}
