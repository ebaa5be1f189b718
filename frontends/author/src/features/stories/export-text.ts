import { fileName, saveFile } from '@inkbear/web-kit/save-file.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';

export const noContent = {
  title: 'No Content',
  description: 'Generate or write some content first.',
  tone: 'destructive' as const,
};

/** Downloads a story as a plain text file named after its title. */
export function exportText({ title, content }: { title: string; content: string }): void {
  if (content.trim() === '') return showToast(noContent);
  if (title.trim() === '')
    return showToast({ title: 'Error', description: 'Story title not found.', tone: 'destructive' });
  saveFile(new Blob([content], { type: 'text/plain;charset=utf-8' }), fileName(title, '.txt'));
}
