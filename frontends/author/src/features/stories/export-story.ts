import type { Story } from '@inkbear/contracts/stories/story';
import { fileName, saveFile } from '@inkbear/web-kit/save-file.ts';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';

export const noContent = {
  title: 'No Content',
  description: 'Generate or write some content first.',
  tone: 'destructive' as const,
};

const noTitle = { title: 'Error', description: 'Story title not found.', tone: 'destructive' as const };

/** Downloads a story as a plain text file named after its title. */
export function exportText({ title, content }: { title: string; content: string }): void {
  if (content.trim() === '') return showToast(noContent);
  if (title.trim() === '') return showToast(noTitle);
  saveFile(new Blob([content], { type: 'text/plain;charset=utf-8' }), fileName(title, '.txt'));
}

/** Opens the PDF in a new tab once everything typed is saved, so that no PDF misses words. */
export async function exportPdf({ id, title }: Pick<Story, 'id' | 'title'>, queue: SaveQueue): Promise<void> {
  if (queue.view().words === 0) return showToast(noContent);
  if (title.trim() === '') return showToast(noTitle);
  const address = `/api/personal-stories/${encodeURIComponent(id)}/export/pdf`;
  if (!queue.isDirty) return void window.open(address, '_blank', 'noopener');
  // The tab must open in the same event as the click, or the popup blocker stops it.
  const tab = window.open('', '_blank');
  if (await queue.flush()) return tab?.location.replace(address);
  tab?.close();
  showToast({
    title: 'Not exported',
    description:
      'Your latest changes are not saved yet, so they would be missing from the PDF. Please try again once they are saved.',
    tone: 'destructive',
  });
}
