import { expect, it } from '@jest/globals';
import { budgetsFor, defaultBudgets } from './budgets.ts';

it('keeps the configured budgets for a model of OpenAI with a large window', () => {
  expect(budgetsFor(defaultBudgets, { window: 128_000, isOpenAi: true })).toEqual(defaultBudgets);
});

it('has at most half of a small window', () => {
  expect(budgetsFor(defaultBudgets, { window: 16_000, isOpenAi: true })).toEqual({
    write: 8000,
    edit: 6000,
    coach: 8000,
  });
});

it('counts fewer tokens for a model of another server, which may need more for the same text', () => {
  expect(budgetsFor(defaultBudgets, { window: 4600, isOpenAi: false })).toEqual({
    write: 2000,
    edit: 2000,
    coach: 2000,
  });
  expect(budgetsFor(defaultBudgets, { window: 128_000, isOpenAi: false }).write).toBe(10_434);
});
