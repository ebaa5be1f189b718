import { afterEach, expect, it, jest } from '@jest/globals';
import { userDrafts } from './user-drafts.ts';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

it('stores drafts by user, and removes those of one user or of all others except visitors', () => {
  for (const owner of ['', 'ada', 'bob']) {
    userDrafts.write('tab', { owner, name: 'notes:1', text: `notes of ${owner}` });
    userDrafts.write('device', { owner, name: 'story', text: `story of ${owner}` });
  }
  localStorage.setItem('inkbear-theme', 'dark');
  const storedDrafts = () =>
    ['', 'ada', 'bob'].map((owner) => [
      userDrafts.read('tab', owner, 'notes:1'),
      userDrafts.read('device', owner, 'story'),
    ]);
  userDrafts.removeAll('ada');
  expect(storedDrafts()).toEqual([
    ['notes of ', 'story of '],
    [null, null],
    ['notes of bob', 'story of bob'],
  ]);
  userDrafts.removeOthers('ada');
  expect(storedDrafts()).toEqual([
    ['notes of ', 'story of '],
    [null, null],
    [null, null],
  ]);
  expect(localStorage.getItem('inkbear-theme')).toBe('dark');
});

it('write returns false when the browser stored nothing', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(userDrafts.write('device', { owner: 'ada', name: 'story', text: 'A lamp.' })).toBe(false);
});
