import { describe, expect, it } from '@jest/globals';
import { navigationChecks } from './epub-navigation.ts';
import { packageChecks } from './epub-package.ts';
import { kdpEbookChecks } from './kdp-ebook.ts';
import { fileChecks } from './print-file.ts';
import { pageChecks } from './print-pages.ts';
import { textChecks } from './print-texts.ts';
import { checkRules, ruleSetData } from './rule-sets.ts';

describe('the rule sets', () => {
  it.each([
    ['kdp-print', { ...fileChecks, ...pageChecks, ...textChecks }],
    ['epub', { ...packageChecks, ...navigationChecks }],
    ['kdp-ebook', kdpEbookChecks],
  ] as const)('%s has one check for each rule, and is dated', (id, checks) => {
    const { rules, comparedOn, comparedWith, url } = ruleSetData[id];
    expect(rules.map((rule) => rule.id).toSorted()).toEqual(Object.keys(checks).toSorted());
    expect(new Date(comparedOn).toISOString().slice(0, 10)).toBe(comparedOn);
    expect(['guides', 'live']).toContain(comparedWith);
    expect(new URL(url).protocol).toBe('https:');
  });

  it('are not reported as checked when a rule has no check', () => {
    expect(() => checkRules('epub', packageChecks, { contents: {} as never, hasCover: false })).toThrow(TypeError);
  });
});
