import { expect, it } from '@jest/globals';
import { chapterToolMemory } from './tool-list.ts';

it('remembers the last open tool for each user', () => {
  chapterToolMemory.save('u1', 'craft');
  expect([chapterToolMemory.read('u1'), chapterToolMemory.read('u2')]).toEqual(['craft', null]);
  chapterToolMemory.save('u1', null);
  expect(chapterToolMemory.read('u1')).toBeNull();
});
