import { guardSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { expect, it, jest } from '@jest/globals';
import { reloadWhenSaved } from './reload-when-saved.ts';

const toasts = collectToasts();

it.each([
  [true, true, 1],
  [false, true, 0],
  [true, false, 0],
])('reloads the page only when texts (%s) and forms (%s) are saved', async (areTexts, areForms, times) => {
  const reload = jest.fn();
  const stop = guardSignOut({ save: () => Promise.resolve(areForms), discard: () => Promise.resolve() });
  await reloadWhenSaved(() => Promise.resolve(areTexts), reload);
  stop();
  expect([reload.mock.calls.length, toasts.length]).toEqual([times, 1 - times]);
});
