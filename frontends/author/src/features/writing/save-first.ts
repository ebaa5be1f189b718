import { confirmUnsavedChanges } from '@inkbear/web-kit/confirm-unsaved-changes.ts';
import { documents } from './tab-documents.ts';

/**
 * Saves every open document before texts are exported or deleted. False when a save failed, or when `includesUnsent`
 * returns true for the documents with unsent changes. If this browser cannot list those documents, the author is asked.
 */
export async function saveFirst(
  includesUnsent: (unsent: readonly string[]) => boolean | Promise<boolean>,
): Promise<boolean> {
  const { ids, isComplete } = await documents.unsentDocuments();
  if (!(await documents.flushAll()) || (await includesUnsent(ids))) return false;
  return isComplete || confirmUnsavedChanges('unlisted');
}
