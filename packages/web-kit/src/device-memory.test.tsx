import { afterEach, expect, it, jest } from '@jest/globals';
import { deviceMemory } from './device-memory.ts';

afterEach(() => void jest.restoreAllMocks());

it('remembers, forgets, and is silent in a browser that keeps nothing', () => {
  deviceMemory.keep('inkbear-test', 'lamp');
  expect(deviceMemory.read('inkbear-test')).toBe('lamp');
  deviceMemory.keep('inkbear-test', null);
  expect(deviceMemory.read('inkbear-test')).toBeNull();
  const refuse = () => {
    throw new Error('SecurityError');
  };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect([deviceMemory.keep('inkbear-test', 'lamp'), deviceMemory.read('inkbear-test')]).toEqual([undefined, null]);
});
