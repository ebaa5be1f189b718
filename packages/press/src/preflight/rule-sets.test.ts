import { describe, expect, it } from '@jest/globals';
import { NAVIGATION_CHECKS } from './epub-navigation.ts';
import { PACKAGE_CHECKS } from './epub-package.ts';
import { KDP_EBOOK_CHECKS } from './kdp-ebook.ts';
import { FILE_CHECKS } from './print-file.ts';
import { PAGE_CHECKS } from './print-pages.ts';
import { TEXT_CHECKS } from './print-texts.ts';
import { checkRules, RULE_SETS } from './rule-sets.ts';

describe('the rule sets', () => {
  it.each([
    ['kdp-print', { ...FILE_CHECKS, ...PAGE_CHECKS, ...TEXT_CHECKS }],
    ['epub', { ...PACKAGE_CHECKS, ...NAVIGATION_CHECKS }],
    ['kdp-ebook', KDP_EBOOK_CHECKS],
  ] as const)('%s has one check for each rule, and is dated', (id, checks) => {
    const { rules, comparedOn, comparedWith, url } = RULE_SETS[id];
    expect(rules.map((rule) => rule.id).toSorted()).toEqual(Object.keys(checks).toSorted());
    expect(new Date(comparedOn).toISOString().slice(0, 10)).toBe(comparedOn);
    expect(['guides', 'live']).toContain(comparedWith);
    expect(new URL(url).protocol).toBe('https:');
  });

  it('are not reported as checked when a rule has no check', () => {
    expect(() => checkRules('epub', PACKAGE_CHECKS, { contents: {} as never, hasCover: false })).toThrow(TypeError);
  });
});
