import type { OpenDocuments } from '@inkbear/web-kit/saving/open-documents.ts';

/** Asks before the tab closes while something is truly unsaved, and saves at once when the tab is hidden or the network is back; for as long as the tab lives. */
export function guardLeaving(documents: OpenDocuments): void {
  window.addEventListener('beforeunload', (event) => { if (documents.mustNotClose()) event.preventDefault(); });
  window.addEventListener('online', () => documents.retryAll());
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') void documents.flushAll(); });
}
