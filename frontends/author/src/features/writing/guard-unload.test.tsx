import { expect, it, jest } from '@jest/globals';
import { hasUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import type { OpenDocuments } from '../../saving/open-documents.ts';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { guardUnload } from './guard-unload.ts';

it('warns before unload while changes are unsaved, and backs them up synchronously', () => {
  let [isUnsaved, isAtRisk] = [false, false];
  const documents = {
    needsUnloadWarning: () => isUnsaved,
    hasUnpersisted: () => isAtRisk,
    persistAll: jest.fn(() => true),
    retryAll: jest.fn(),
    retrySignedOut: jest.fn(),
    retryOverQuota: jest.fn(),
    flushAll: jest.fn(() => Promise.resolve(true)),
  };
  guardUnload(documents as unknown as OpenDocuments);
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect([closes(), hasUnpersisted()]).toEqual([true, false]);
  [isUnsaved, isAtRisk] = [true, true];
  expect([closes(), hasUnpersisted()]).toEqual([false, true]);
  expect(documents.persistAll).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('pagehide'));
  expect(documents.persistAll).toHaveBeenCalledTimes(3);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('focus'));
  expect([documents.retryAll.mock.calls.length, documents.retrySignedOut.mock.calls.length]).toEqual([1, 1]);
  notifyStorageFreed(createQueryClient());
  expect(documents.retryOverQuota).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(documents.flushAll).not.toHaveBeenCalled();
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  expect([documents.flushAll.mock.calls.length, documents.persistAll.mock.calls.length]).toEqual([1, 4]);
});
