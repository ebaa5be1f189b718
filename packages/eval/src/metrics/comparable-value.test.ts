import { describe, expect, it } from '@jest/globals';
import { comparableValue, isSameText, readNumber } from './comparable-value.ts';

describe('readNumber', () => {
  it.each([
    ['43', 43],
    ['forty-three', 43],
    ['seventeen', 17],
    ['two thousand', 2000],
    ['6,000 inhabitants', 6000],
    ['nine hundred and four', 904],
    ['half a day', 0.5],
    ['none', null],
  ])('reads %j', (text, number) => expect(readNumber(text)).toBe(number));
});

describe('comparableValue', () => {
  it.each([
    ['eyes', 'gray', 'grey'],
    ['eyes', 'a dark brown', 'brown'],
    ['hair', 'blonde', 'yellow'],
    ['age', 'forty-three', '43'],
    ['height', 'six feet two', '74'],
    ['height', '6’2', '74'],
    ['travelTime', 'two days to Harrow', '48 harrow'],
    ['travelTime', '48 hours to Harrow', '48 harrow'],
    ['duration', 'a week', '168'],
    ['duration', 'thirty minutes', '0.5'],
    ['duration', 'two months', '1440'],
    ['duration', 'a week and three days', '240'],
    ['duration', 'an hour and a half', '1.5'],
    ['birthDate', '4 March 1911', '1911 march 4'],
    ['birthDate', 'the fourth of March', 'march 4'],
    ['lifeState', 'died', 'dead'],
    ['founded', '1741', '1741'],
    ['occupation', 'a clockmaker', 'clockmaker'],
    ['scar', 'a scar across the left cheek', 'across left cheek'],
    ['mother', ' Edith Orrin ', 'Edith Orrin'],
  ])('gives the value of %s %j', (attribute, value, normal) => {
    expect(comparableValue(attribute, value)).toBe(normal);
  });

  it('tells different values apart', () => {
    expect(comparableValue('eyes', 'green')).not.toBe(comparableValue('eyes', 'grey'));
    expect(comparableValue('birthDate', '4 March 1911')).not.toBe(comparableValue('birthDate', '5 March 1910'));
    expect(comparableValue('height', 'five feet nine')).not.toBe(comparableValue('height', 'five feet four'));
  });
});

describe('isSameText', () => {
  it.each([
    ['left cheek', 'across left cheek', true],
    ['cheek', 'across left cheek', false],
    ['right cheek', 'left cheek', false],
    ['', 'left cheek', false],
  ])('compares %j and %j', (one, other, expected) => expect(isSameText(one, other)).toBe(expected));
});
