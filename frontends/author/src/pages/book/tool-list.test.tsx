import { expect, it } from '@jest/globals';
import { lastTool } from './tool-list.ts';

it('remembers the last open tool for each user', () => {
  lastTool.save('u1', 'craft');
  expect([lastTool.read('u1'), lastTool.read('u2')]).toEqual(['craft', null]);
  lastTool.save('u1', null);
  expect(lastTool.read('u1')).toBeNull();
});
