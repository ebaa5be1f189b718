import type { ScanFinding } from './scan-finding.ts';

/** What is said of each kind of leak. */
const leakReasons: Readonly<Record<string, string>> = {
  assistant: 'reads like the message of an assistant, not like your story',
  prompt: 'is an instruction to an AI, not a part of your story',
  'data-tag': 'is a mark of our own instructions to an AI',
  placeholder: 'stands where a text is missing',
  markdown: 'is a mark for a web page; a reader sees it as it is',
};

/** Sentences for the author. */
export interface FindingText {
  readonly text: string;
  /** What to do about it. */
  readonly advice: string;
}

/** Describes a finding of a scan. */
export function describeFinding({ group, rule, quote, count }: ScanFinding): FindingText {
  switch (group) {
    case 'leak':
      return {
        text: `“${quote}” ${leakReasons[rule] ?? leakReasons['assistant']}.`,
        advice: 'Delete it if it does not belong to the story.',
      };
    case 'tell':
      return {
        text: `This chapter has ${count} phrases that AI uses far more often than authors do, such as “${quote}”.`,
        advice: 'Replace those that are not your own words.',
      };
    case 'repetition':
      return {
        text: `“${quote}” occurs ${count} times.`,
        advice: 'Keep it if it is meant. Otherwise change all but one of the places.',
      };
  }
}
