import { copyText } from '@inkbear/web-kit/copy-text.ts';
import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { inOrder } from '../../features/chapters/last-chapter.ts';
import { saveNow } from '../../features/writing/components/save-control.tsx';

import type { ChapterProps } from './chapter-props.ts';
import { tools } from './tool-list.ts';
import { type ToolId } from './tool-id.ts';

export interface ChapterActionContext extends Pick<
  ChapterProps,
  'book' | 'chapters' | 'current' | 'isFocused' | 'onFocusMode' | 'onOpen' | 'flush'
> {
  readonly queue: SaveQueue;
  readonly isReading: boolean;
  readonly onReading: (on: boolean) => void;
  readonly onTool: (tool: ToolId) => void;
  readonly onGoal: () => void;
  readonly onShortcuts: () => void;
}
export interface ChapterAction {
  readonly id: string;
  readonly label: string;
  readonly keywords?: string[];
  readonly run: () => void;
}

/** The actions for the open chapter, as listed in the menu and the command palette. */
export function chapterActions({
  book,
  current,
  queue,
  isReading,
  isFocused,
  onReading,
  onFocusMode,
  onGoal,
  onShortcuts,
  flush,
}: ChapterActionContext): ChapterAction[] {
  return [
    {
      id: 'read',
      label: isReading ? 'Edit' : 'Read',
      keywords: ['read mode', 'edit mode', 'preview'],
      run: () => onReading(!isReading),
    },
    {
      id: 'focus',
      label: isFocused ? 'Leave focus mode' : 'Focus mode',
      keywords: ['distraction', 'full screen'],
      run: () => onFocusMode(!isFocused),
    },
    { id: 'save', label: 'Save now', run: () => void saveNow(queue, 'chapter') },
    { id: 'copy', label: 'Copy the chapter', keywords: ['clipboard'], run: () => void copyText(queue.text.toString()) },
    {
      id: 'full',
      label: 'View full',
      keywords: ['full chapter', 'new tab', 'page'],
      run: () => openFullChapter(book.id, current.id, flush),
    },
    { id: 'goal', label: 'Set a goal for this sitting', keywords: ['session', 'words', 'target'], run: onGoal },
    { id: 'shortcuts', label: 'Keyboard shortcuts', keywords: ['keys', 'help'], run: onShortcuts },
  ];
}

/** The commands of the palette: tools, actions, and the neighbouring chapters. */
export function chapterCommands(context: ChapterActionContext): Command[] {
  const { book, chapters, current, onOpen, onTool } = context;
  const rows = inOrder(chapters);
  const at = rows.findIndex(({ id }) => id === current.id);
  const [before, after] = [rows[at - 1], rows[at + 1]];
  return [
    ...tools.map(({ id, label }): Command => ({
      id: `room:tool:${id}`,
      label,
      keywords: ['tool', 'panel'],
      run: () => onTool(id),
    })),
    ...chapterActions(context).map(({ id, ...action }): Command => ({ id: `room:${id}`, ...action })),
    ...(before
      ? [{ id: 'room:previous', label: `Previous chapter: ${before.title}`, run: () => onOpen(before.id) }]
      : []),
    ...(after ? [{ id: 'room:next', label: `Next chapter: ${after.title}`, run: () => onOpen(after.id) }] : []),
    { id: 'room:settings', label: 'Book settings and export', run: `/book/${book.id}?tab=settings` },
  ];
}

/**
 * Starts a save first, because the other page reads from the server. The tab must open in the same event as the click,
 * or the popup blocker stops it.
 */
function openFullChapter(bookId: string, chapterId: string, flush: () => Promise<boolean>): void {
  void flush();
  window.open(
    `/full-chapter?id=${encodeURIComponent(chapterId)}&bookId=${encodeURIComponent(bookId)}`,
    '_blank',
    'noopener',
  );
}
