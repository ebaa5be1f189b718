import { checkParagraph, withoutOverlaps } from './check-paragraph.ts';
import type { Dialect, Finding } from './finding.ts';

/** Positions relative to the paragraph. */
type ParagraphFindings = readonly Finding[];

/** Checks a text after each change. Findings are cached by paragraph, so only changed paragraphs are checked again. */
export class ProseChecker {
  #dialect: Dialect = 'uk';
  #cache = new Map<string, ParagraphFindings>();
  #serverFindings = new Map<string, ParagraphFindings>();

  /** All findings in the order of the text. Removed paragraphs are dropped from the cache. */
  check(text: string, dialect: Dialect): Finding[] {
    if (dialect !== this.#dialect) this.#cache.clear();
    this.#dialect = dialect;
    const cache = new Map<string, ParagraphFindings>();
    const findings: Finding[] = [];
    for (const { paragraph, from } of paragraphsOf(text)) {
      const ruleFindings = cache.get(paragraph) ?? this.#cache.get(paragraph) ?? checkParagraph(paragraph, dialect);
      cache.set(paragraph, ruleFindings);
      for (const finding of this.#merge(paragraph, ruleFindings)) findings.push(shifted(finding, from));
    }
    this.#cache = cache;
    return findings;
  }

  /** Replaces the findings from the server. Each is returned by `check` until its paragraph changes. */
  addServerFindings(text: string, findings: readonly Finding[]): void {
    this.#serverFindings = new Map();
    let at = 0;
    const sorted = findings.toSorted((a, b) => a.position.start - b.position.start);
    for (const { paragraph, from } of paragraphsOf(text)) {
      const end = from + paragraph.length;
      const inside: Finding[] = [];
      for (let finding = sorted[at]; finding !== undefined && finding.position.start < end; finding = sorted[at]) {
        if (finding.position.start >= from && finding.position.end <= end) inside.push(shifted(finding, -from));
        at += 1;
      }
      if (inside.length > 0) this.#serverFindings.set(paragraph, inside);
    }
  }

  /** Adds the findings from the server that overlap none of the rules. */
  #merge(paragraph: string, ruleFindings: ParagraphFindings): ParagraphFindings {
    const fromServer = this.#serverFindings.get(paragraph);
    if (fromServer === undefined) return ruleFindings;
    const overlaps = (other: Finding) =>
      ruleFindings.some(({ position: { start, end } }) => start < other.position.end && other.position.start < end);
    return withoutOverlaps([...ruleFindings, ...fromServer.filter((finding) => !overlaps(finding))]);
  }
}

function* paragraphsOf(text: string): Generator<{ paragraph: string; from: number }> {
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    if (to > from) yield { paragraph: text.slice(from, to), from };
    from = to + 1;
  }
}

const shifted = (finding: Finding, by: number): Finding => ({
  ...finding,
  position: { start: finding.position.start + by, end: finding.position.end + by },
});
