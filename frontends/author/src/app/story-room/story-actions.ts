import type { Story } from '@inkbear/contracts/stories/story';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import type { StoryAction } from '../../features/stories/components/ai-bar.tsx';
import { exportText, noContent } from '../../features/stories/export-text.ts';
import { saveNow } from '../../features/writing/components/save-control.tsx';
import { type StoryToolId, storyTools } from './story-tool-list.ts';

export interface StoryView {
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

/** What one can do with the open story beside writing: the menu's and the palette's one list. */
export const actionsOf = ({ story, queue, isFocused, isReading, ...on }: StoryView): Action[] => [
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

/** The same and more, by name. */
export const commandsOf = (view: StoryView): Command[] => [
  ...storyTools.map(({ id, label }): Command => ({
    id: `room:tool:${id}`,
    label,
    keywords: ['tool', 'panel'],
    run: () => view.onTool(id),
  })),
  ...actionsOf(view).map(({ id, ...action }): Command => ({ id: `room:${id}`, ...action })),
  ...aiCommands.map(([action, label]): Command => ({
    id: `room:ai:${action}`,
    label,
    keywords: ['ai', 'write'],
    run: () => view.onAct(action),
  })),
];
const aiCommands: readonly (readonly [StoryAction, string])[] = [
  ['enhance', 'Enhance Selection'],
  ['polish', 'Polish Story'],
  ['tone', 'Change Tone'],
  ['length', 'Adjust Length'],
];

/** Saves what is there; nothing is no story. */
export function saveStoryNow(queue: SaveQueue): void {
  if (queue.view().words === 0) return showToast(noContent);
  void saveNow(queue, 'story');
}

/** Opens the PDF in a tab of its own, once everything typed is saved: no PDF misses words. */
export async function openPdf({ id, title }: Pick<Story, 'id' | 'title'>, queue: SaveQueue): Promise<void> {
  if (queue.view().words === 0) return showToast(noContent);
  if (title.trim() === '')
    return showToast({ title: 'Error', description: 'Story title not found.', tone: 'destructive' });
  const address = `/api/personal-stories/${encodeURIComponent(id)}/export/pdf`;
  if (!queue.isDirty) return void window.open(address, '_blank', 'noopener');
  // It must open with the click, or the browser takes it for an advertisement.
  const tab = window.open('', '_blank');
  if (await queue.flush()) return tab?.location.replace(address);
  tab?.close();
  showToast({
    title: 'Not exported',
    description: 'Your last changes are not saved yet, so the PDF would miss them. Please try again once they are.',
    tone: 'destructive',
  });
}
