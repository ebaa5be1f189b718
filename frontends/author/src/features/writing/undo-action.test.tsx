import { expect, it } from '@jest/globals';
import { toastsOfEachTest } from '@inkbear/web-kit/testing/toasts-of-each-test.ts';
import { undoAction } from './undo-action.ts';

const toasts = toastsOfEachTest();

it('says so only when the change could not be taken back', () => {
  undoAction(() => true).run();
  expect(toasts).toEqual([]);
  undoAction(() => false).run();
  expect(toasts).toMatchObject([{ title: 'Not taken back', tone: 'destructive' }]);
});
