import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import type { Manuscript } from '@inkbear/press/manuscript';
import { type Finding, type Found, found } from '@inkbear/press/preflight/finding';
import { scanBook } from '@inkbear/story-analysis/scan/scan-book';
import type { ScanFinding } from '@inkbear/story-analysis/scan/scan-finding';

/** What is said of each kind of leak. */
const leakReasons: Readonly<Record<string, string>> = {
  assistant: 'reads like the message of an assistant, not like your story',
  prompt: 'is an instruction to an AI, not a part of your story',
  'data-tag': 'is a mark of our own instructions to an AI',
  placeholder: 'stands where a text is missing',
  markdown: 'is a mark for a web page; a reader sees it as it is',
};

const deleteIt = 'Delete it if it does not belong to the story.';

/** What an author should look at in the texts of the chapters before they are printed. It never stops a file. */
export const scanManuscript = ({ chapters }: Pick<Manuscript, 'chapters'>): Finding[] =>
  scanBook({ chapters: chapters.map(({ text }) => text), phrases: scanPhrases }).map((finding) => {
    const id = chapters[finding.places[0]?.chapter ?? 0]?.id ?? null;
    return { ruleId: `text/${finding.group}-${finding.rule}`, ...describe(finding, { kind: 'chapter', id }) };
  });

function describe({ group, rule, quote, count }: ScanFinding, target: Found['fix']['target']): Found {
  switch (group) {
    case 'leak':
      return found('warning', `“${quote}” ${leakReasons[rule] ?? leakReasons['assistant']}.`, deleteIt, { target });
    case 'tell':
      return found(
        'note',
        `This chapter has ${count} phrases that AI uses far more often than authors do, such as “${quote}”.`,
        'Replace those that are not your own words.',
        { target },
      );
    case 'repetition':
      return found(
        'note',
        `“${quote}” occurs ${count} times.`,
        'Keep it if it is meant. Otherwise change all but one of the places.',
        { target },
      );
  }
}
