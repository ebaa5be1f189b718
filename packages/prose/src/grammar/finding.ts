export type FindingType = 'spelling' | 'grammar' | 'punctuation' | 'style';
export type Severity = 'high' | 'medium' | 'low';
/** The spelling that the author uses: British or American. */
export type Dialect = 'uk' | 'us';

/** One issue in a text; positions are UTF-16 units, `end` is exclusive. */
export interface Finding {
  /** The name of the rule, for example `typo` or `article`. Names never change. `deeper`: a finding of the server. */
  readonly rule: string;
  readonly type: FindingType;
  readonly text: string;
  /** The replacement; empty to delete the words. */
  readonly suggestion: string;
  readonly position: { readonly start: number; readonly end: number };
  readonly severity: Severity;
  /** The reason, in one line. */
  readonly message: string;
}

/** The key by which an author ignores a rule for a text, at all places. */
export const ignoreKey = ({ rule, text }: Pick<Finding, 'rule' | 'text'>): string => `${rule}:${text.toLowerCase()}`;

/** UTF-16 units of context on each side that identify a place. */
const contextUnits = 24;

/** The key by which an author ignores a finding at one place. It is the same until the text around the place changes. */
export const placeKey = (text: string, finding: Finding): string => {
  const { start, end } = finding.position;
  return `${ignoreKey(finding)}:${text.slice(Math.max(0, start - contextUnits), start)}|${text.slice(end, end + contextUnits)}`;
};

/** A word with the capitalisation of another one: `Teh`, `the` → `The`; `TEH`, `the` → `THE`. */
export const withCaseOf = (model: string, word: string): string => {
  if (model.length > 1 && model === model.toUpperCase() && model !== model.toLowerCase()) return word.toUpperCase();
  const first = model.charAt(0);
  return first !== first.toLowerCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word;
};
