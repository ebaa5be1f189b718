import { showToast } from './toast.ts';

/** Copies a text to the clipboard and shows a toast. False when the browser did not allow it. */
export async function copyText(text: string, description?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied!', ...(description === undefined ? {} : { description }) });
    return true;
  } catch {
    showToast({
      title: 'Copy Failed',
      description: 'The browser did not allow it. Select the text and copy it yourself.',
      tone: 'destructive',
    });
    return false;
  }
}
