import { toast } from './toast.ts';

/** Puts a text on the clipboard and says so. False when the browser did not allow it. */
export async function copyText(text: string, description?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied!', ...(description === undefined ? {} : { description }) });
    return true;
  } catch {
    toast({
      title: 'Copy Failed',
      description: 'The browser did not allow it. Select the text and copy it by hand.',
      tone: 'destructive',
    });
    return false;
  }
}
