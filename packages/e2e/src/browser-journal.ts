import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Page } from 'playwright-core';

/** Runs in the page: the text that is inserted by the changes in its journal. As text, because the CSP forbids eval. */
const insertedText = `indexedDB.databases().then((databases) => new Promise((resolve, reject) => {
  if (!databases.some(({ name }) => name === 'inkbear-journal')) return resolve('');
  const opening = indexedDB.open('inkbear-journal');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('entries').objectStore('entries').getAll();
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      opening.result.close();
      const parts = reading.result.flatMap(({ batches }) => batches).flatMap(({ changes }) => changes);
      resolve(parts.flatMap((part) => (Array.isArray(part) ? part.slice(1) : [])).join(''));
    };
  };
}))`;

/** Waits until the journal of this browser has text that was typed here and that the server has not acknowledged. */
export async function waitForJournal(page: Page, text: string): Promise<void> {
  await eventually(
    () => page.evaluate<string>(insertedText),
    (inserted) => inserted.includes(text),
  );
}

/** Waits until this tab has closed every document, whose journals it then releases. */
export async function waitUntilDocumentsAreClosed(page: Page): Promise<void> {
  await eventually(
    () => page.evaluate<string[]>('navigator.locks.query().then(({ held }) => held.map(({ name }) => name))'),
    (locks) => !locks.some((name) => name.startsWith('inkbear-journal:')),
  );
}
