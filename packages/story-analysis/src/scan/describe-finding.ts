import type { ScanFinding } from './scan-finding.ts';

/** What is said of each kind of leftover. */
const leftoverReasons: Readonly<Record<string, string>> = {
  assistant: 'reads like the message of an assistant, not like your story',
  prompt: 'is an instruction to an AI, not a part of your story',
  'data-tag': "is left over from Inkbear's instructions to an AI",
  placeholder: 'is a placeholder for missing text',
  markdown: 'is markup for web pages; readers will see these characters',
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
        text: `“${quote}” ${leftoverReasons[rule] ?? leftoverReasons['assistant']}.`,
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
        advice: 'Keep it if it is intended. Otherwise change all but one occurrence.',
      };
  }
}
