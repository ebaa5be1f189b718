import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import type { Manuscript } from '@inkbear/press/manuscript';
import { type Finding, found } from '@inkbear/press/preflight/finding';
import { describeFinding } from '@inkbear/story-analysis/scan/describe-finding';
import { scanBook } from '@inkbear/story-analysis/scan/scan-book';

/** What an author should look at in the texts of the chapters before they are printed. It never stops a file. */
export const scanManuscript = ({ chapters }: Pick<Manuscript, 'chapters'>): Finding[] =>
  scanBook({ chapters: chapters.map(({ text }) => text), phrases: scanPhrases }).map((finding) => {
    const id = chapters[finding.places[0]?.chapter ?? 0]?.id ?? null;
    const { text, advice } = describeFinding(finding);
    const severity = finding.group === 'leak' ? 'warning' : 'note';
    return {
      ruleId: `text/${finding.group}-${finding.rule}`,
      ...found(severity, text, advice, { target: { kind: 'chapter', id } }),
    };
  });
