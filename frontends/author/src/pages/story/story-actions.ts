import type { Story } from '@inkbear/contracts/stories/story';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import type { StoryAction } from '../../features/stories/components/ai-bar.tsx';
import { exportText, noContent } from '../../features/stories/export-text.ts';
import { saveNow } from '../../features/writing/components/save-control.tsx';
import { type StoryToolId, storyTools } from './story-tool-list.ts';

export interface StoryActionContext {
  readonly story: Story;
  readonly queue: SaveQueue;
  readonly isFocused: boolean;
  readonly isReading: boolean;
  readonly onFocusMode: (on: boolean) => void;
  readonly onReading: (on: boolean) => void;
  readonly onTool: (tool: StoryToolId) => void;
  readonly onAct: (action: StoryAction) => void;
  readonly onInformation: () => void;
  readonly onGoal: () => void;
  readonly onShortcuts: () => void;
}
interface Action {
  readonly id: string;
  readonly label: string;
  readonly keywords?: string[];
  readonly run: () => void;
}

/** The actions for the open story, as listed in the menu and the command palette. */
export const storyActions = ({ story, queue, isFocused, isReading, ...on }: StoryActionContext): Action[] => [
  {
    id: 'read',
    label: isReading ? 'Edit' : 'Read',
    keywords: ['read mode', 'edit mode', 'preview'],
    run: () => on.onReading(!isReading),
  },
  {
    id: 'focus',
    label: isFocused ? 'Leave focus mode' : 'Focus mode',
    keywords: ['distraction', 'full screen'],
    run: () => on.onFocusMode(!isFocused),
  },
  { id: 'save', label: 'Save now', run: () => saveStoryNow(queue) },
  { id: 'copy', label: 'Copy the story', keywords: ['clipboard'], run: () => void copyText(queue.text.toString()) },
  {
    id: 'info',
    label: 'Edit Story Info',
    keywords: ['title', 'author', 'publisher', 'dedication'],
    run: on.onInformation,
  },
  { id: 'pdf', label: 'Export PDF', keywords: ['download', 'print'], run: () => void openPdf(story, queue) },
  {
    id: 'text',
    label: 'Export Text',
    keywords: ['download', 'txt'],
    run: () => exportText({ title: story.title, content: queue.text.toString() }),
  },
  { id: 'goal', label: 'Set a goal for this sitting', keywords: ['session', 'words', 'target'], run: on.onGoal },
  { id: 'shortcuts', label: 'Keyboard shortcuts', keywords: ['keys', 'help'], run: on.onShortcuts },
];

/** The commands of the palette: tools, actions and AI buttons. */
export const storyCommands = (context: StoryActionContext): Command[] => [
  ...storyTools.map(({ id, label }): Command => ({
    id: `room:tool:${id}`,
    label,
    keywords: ['tool', 'panel'],
    run: () => context.onTool(id),
  })),
  ...storyActions(context).map(({ id, ...action }): Command => ({ id: `room:${id}`, ...action })),
  ...aiCommands.map(([action, label]): Command => ({
    id: `room:ai:${action}`,
    label,
    keywords: ['ai', 'write'],
    run: () => context.onAct(action),
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

/** Opens the PDF in a new tab once everything typed is saved, so that no PDF misses words. */
export async function openPdf({ id, title }: Pick<Story, 'id' | 'title'>, queue: SaveQueue): Promise<void> {
  if (queue.view().words === 0) return showToast(noContent);
  if (title.trim() === '')
    return showToast({ title: 'Error', description: 'Story title not found.', tone: 'destructive' });
  const address = `/api/personal-stories/${encodeURIComponent(id)}/export/pdf`;
  if (!queue.isDirty) return void window.open(address, '_blank', 'noopener');
  // The tab must open in the same event as the click, or the popup blocker stops it.
  const tab = window.open('', '_blank');
  if (await queue.flush()) return tab?.location.replace(address);
  tab?.close();
  showToast({
    title: 'Not exported',
    description: 'Your last changes are not saved yet, so the PDF would miss them. Please try again once they are.',
    tone: 'destructive',
  });
}
