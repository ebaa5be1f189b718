import type { OpenDocuments } from '../../saving/open-documents.ts';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { onStorageFreed } from '@inkbear/web-kit/storage-freed.ts';

/**
 * Protects unsaved text for the life of the tab: warns before it closes, writes the unload copy whenever the page may
 * be unloaded, and saves at once when the tab is hidden. Failed saves are retried when the network is back; saves that
 * were refused because the session had ended are retried when the tab regains the focus.
 */
export function guardUnload(documents: OpenDocuments): void {
  window.addEventListener('beforeunload', (event) => {
    documents.persistAll();
    if (documents.needsUnloadWarning()) event.preventDefault();
  });
  window.addEventListener('pagehide', () => void documents.persistAll());
  window.addEventListener('online', () => documents.retryAll());
  onStorageFreed(() => documents.retryOverQuota());
  // The author may have signed in again in another tab.
  window.addEventListener('focus', () => documents.retrySignedOut());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    // A hidden tab may be discarded without another event.
    documents.persistAll();
    void documents.flushAll();
  });
  guardUnpersisted(() => documents.hasUnpersisted());
}
