import { expect, it, jest } from '@jest/globals';
import type { OpenDocuments } from '@inkbear/web-kit/saving/open-documents.ts';
import { guardLeaving } from './guard-leaving.ts';

it('asks before the tab closes only while something is unsaved, and saves when the tab is hidden or the network is back', () => {
  let isUnsaved = false;
  const documents = { mustNotClose: () => isUnsaved, retryAll: jest.fn(), flushAll: jest.fn(() => Promise.resolve(true)) };
  guardLeaving(documents as unknown as OpenDocuments);
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closes()).toBe(true);
  isUnsaved = true;
  expect(closes()).toBe(false);
  window.dispatchEvent(new Event('online'));
  expect(documents.retryAll).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(documents.flushAll).not.toHaveBeenCalled();
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(documents.flushAll).toHaveBeenCalledTimes(1);
});
