import { afterEach, expect, it, jest } from '@jest/globals';
import { safeLocalStorage } from './safe-local-storage.ts';

afterEach(() => void jest.restoreAllMocks());

it('stores and removes values, and ignores a browser without storage', () => {
  safeLocalStorage.set('inkbear-test', 'lamp');
  expect(safeLocalStorage.get('inkbear-test')).toBe('lamp');
  safeLocalStorage.set('inkbear-test', null);
  expect(safeLocalStorage.get('inkbear-test')).toBeNull();
  const refuse = () => {
    throw new Error('SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect([safeLocalStorage.set('inkbear-test', 'lamp'), safeLocalStorage.get('inkbear-test')]).toEqual([
    undefined,
    null,
  ]);
});
