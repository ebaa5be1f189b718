import epub from '../../rules/epub.json' with { type: 'json' };
import kdpEbook from '../../rules/kdp-ebook.json' with { type: 'json' };
import kdpPrint from '../../rules/kdp-print.json' with { type: 'json' };
import type { CheckResult, Finding } from './finding.ts';

export type RuleSetId = 'kdp-print' | 'kdp-ebook' | 'epub';

/** The rules against which a file was checked. */
export interface CheckedRuleSet {
  id: RuleSetId;
  /** How many rules were checked. */
  rules: number;
  /** The day on which the rules were last compared with the shop's. */
  comparedOn: string;
  /** `live`: with the shop's own check of an uploaded file. */
  comparedWith: 'guides' | 'live';
  url: string;
}

/** The rules of a shop or a format, as they were on a day. */
interface RuleSet {
  readonly id: string;
  readonly comparedOn: string;
  readonly comparedWith: string;
  readonly url: string;
  readonly rules: readonly { readonly id: string; readonly requires: string }[];
}

export const ruleSetData = { 'kdp-print': kdpPrint, 'kdp-ebook': kdpEbook, epub } as const;

/** The checks of a rule set, by the id of their rule. */
export type Checks<Input> = Readonly<Record<string, (input: Input) => CheckResult[]>>;

/**
 * Checks every rule of a set.
 * @throws {TypeError} a rule has no check
 */
export const checkRules = <Input>(
  id: RuleSetId,
  checks: Checks<Input>,
  input: Input,
): { ruleSet: CheckedRuleSet; findings: Finding[] } => {
  const { rules, comparedOn, comparedWith, url }: RuleSet = ruleSetData[id];
  const findings = rules.flatMap((rule) => {
    const check = checks[rule.id];
    if (!check) throw new TypeError(`The rule ${id}/${rule.id} has no check.`);
    return check(input).map((finding): Finding => ({ ruleId: `${id}/${rule.id}`, ...finding }));
  });
  return {
    ruleSet: {
      id,
      rules: rules.length,
      comparedOn,
      comparedWith: comparedWith === 'live' ? 'live' : 'guides',
      url,
    },
    findings,
  };
};
