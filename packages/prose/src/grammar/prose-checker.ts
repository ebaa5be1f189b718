import { checkParagraph, withoutOverlaps } from './check-paragraph.ts';
import type { Dialect, Finding } from './finding.ts';

type Relative = readonly Finding[];

/** Checks a text again and again as it grows: a paragraph that did not change is not looked at twice. */
export class ProseChecker {
  #dialect: Dialect = 'uk';
  #known = new Map<string, Relative>();
  #learnt = new Map<string, Relative>();

  /** All findings in the order of the text. Paragraphs that are gone are forgotten. */
  check(text: string, dialect: Dialect): Finding[] {
    if (dialect !== this.#dialect) this.#known.clear();
    this.#dialect = dialect;
    const known = new Map<string, Relative>();
    const found: Finding[] = [];
    for (const { paragraph, from } of paragraphsOf(text)) {
      const own = known.get(paragraph) ?? this.#known.get(paragraph) ?? checkParagraph(paragraph, dialect);
      known.set(paragraph, own);
      for (const finding of this.#joined(paragraph, own)) found.push(moved(finding, from));
    }
    this.#known = known;
    return found;
  }

  /** Takes over what someone else found in `text`. It stands beside the own findings for as long as its paragraph stays as it is. */
  learn(text: string, findings: readonly Finding[]): void {
    this.#learnt = new Map();
    let at = 0;
    const sorted = findings.toSorted((a, b) => a.position.start - b.position.start);
    for (const { paragraph, from } of paragraphsOf(text)) {
      const end = from + paragraph.length;
      const inside: Finding[] = [];
      for (let finding = sorted[at]; finding !== undefined && finding.position.start < end; finding = sorted[at]) {
        if (finding.position.start >= from && finding.position.end <= end) inside.push(moved(finding, -from));
        at += 1;
      }
      if (inside.length > 0) this.#learnt.set(paragraph, inside);
    }
  }

  #joined(paragraph: string, own: Relative): Relative {
    const learnt = this.#learnt.get(paragraph);
    if (learnt === undefined) return own;
    const overlaps = (other: Finding) =>
      own.some(({ position: { start, end } }) => start < other.position.end && other.position.start < end);
    return withoutOverlaps([...own, ...learnt.filter((finding) => !overlaps(finding))]);
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

const moved = (finding: Finding, by: number): Finding => ({
  ...finding,
  position: { start: finding.position.start + by, end: finding.position.end + by },
});
