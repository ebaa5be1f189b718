import { expect, it } from '@jest/globals';
import { lastTool } from './tool-list.ts';

it('the tool that was open last opens again, for who had it open', () => {
  lastTool.keep('u1', 'craft');
  expect([lastTool.read('u1'), lastTool.read('u2')]).toEqual(['craft', null]);
  lastTool.keep('u1', null);
  expect(lastTool.read('u1')).toBeNull();
});
