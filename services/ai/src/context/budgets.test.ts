import { expect, it } from '@jest/globals';
import { budgetsFor, defaultBudgets, readingTokensFor } from './budgets.ts';

const limits = (window: number, isOpenAi: boolean) => ({ windows: { write: window, edit: window }, isOpenAi });

it('keeps the configured budgets for a model of OpenAI with a large window', () => {
  expect(budgetsFor(defaultBudgets, limits(128_000, true))).toEqual(defaultBudgets);
});

it('limits the budgets to half of a small window', () => {
  expect(budgetsFor(defaultBudgets, limits(16_000, true))).toEqual({
    write: 8000,
    edit: 6000,
    coach: 8000,
  });
});

it('divides the budgets by 1.15 for servers other than OpenAI', () => {
  expect(budgetsFor(defaultBudgets, limits(4600, false))).toEqual({
    write: 2000,
    edit: 2000,
    coach: 2000,
  });
  expect(budgetsFor(defaultBudgets, limits(128_000, false)).write).toBe(10_434);
});

it('fits each class of tasks to the window of its own model', () => {
  expect(budgetsFor(defaultBudgets, { windows: { write: 128_000, edit: 10_000 }, isOpenAi: true })).toEqual({
    write: 12_000,
    edit: 5000,
    coach: 5000,
  });
});

it.each([
  [128_000, true, 6000],
  [128_000, false, 5217],
  [8000, true, 4000],
  [8000, false, 3478],
])('reads parts of a chapter that fit a window of %d tokens (OpenAI: %s): %d', (window, isOpenAi, tokens) => {
  expect(readingTokensFor(window, isOpenAi)).toBe(tokens);
});
