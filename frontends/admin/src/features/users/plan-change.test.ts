import { expect, it } from '@jest/globals';
import { limitText } from './user-labels.ts';
import { isNoChange, noChange, planChangeBody, planChangeErrors } from './plan-change.ts';

it('sends integers and omits empty fields', () => {
  expect(planChangeBody('u1', noChange)).toEqual({ userId: 'u1' });
  expect(planChangeBody('u1', { ...noChange, monthlyBookLimit: ' 7 ', referralCredits: '0' })).toEqual({
    userId: 'u1',
    monthlyBookLimit: 7,
    referralCredits: 0,
  });
  expect(planChangeBody('u1', { ...noChange, plan: 'pro_oneoff' })).toEqual({ userId: 'u1', plan: 'pro_oneoff' });
});

it('sends null for unlimited, regardless of the limit field', () => {
  expect(planChangeBody('u1', { ...noChange, monthlyBookLimit: '7', isUnlimited: true })).toEqual({
    userId: 'u1',
    monthlyBookLimit: null,
  });
  expect(limitText({ monthlyBookLimit: null })).toBe('unlimited');
});

it('rejects values that are not whole numbers', () => {
  expect(planChangeErrors({ ...noChange, monthlyBookLimit: '2.5' })).toEqual({
    monthlyBookLimit: 'Please enter a whole number from 0 to 100,000',
  });
  expect(planChangeErrors({ ...noChange, referralCredits: '-1' })).toEqual({
    referralCredits: 'Please enter a whole number from 0 to 100,000',
  });
  expect(planChangeErrors({ ...noChange, monthlyBookLimit: 'x', isUnlimited: true })).toEqual({});
  expect([isNoChange(noChange), isNoChange({ ...noChange, isUnlimited: true })]).toEqual([true, false]);
});
