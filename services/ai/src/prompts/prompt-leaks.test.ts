import { expect, it } from '@jest/globals';
import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import { scanBook } from '@inkbear/story-analysis/scan/scan-book';
import type { BookContext } from '../generations/task.ts';
import { systemInstructions } from './prompt.ts';
import { sampleRequests } from './sample-requests.ts';

const samples = sampleRequests({
  book: { id: 'b', title: 'Snow', genre: 'fantasy', language: 'EN' } as BookContext['book'],
  chapter: { id: 'c', chapterNumber: 1, title: 'One', description: 'It snows.', keyPoints: [], beats: [] },
});

it.each([...samples.map(({ label, text }) => [label, text] as const), ['the rules', systemInstructions] as const])(
  'the instructions of %s are found in a chapter that repeats them',
  (_label, text) => {
    // Some requests begin with an option that the author chose, and their instruction follows it.
    const findings = scanBook({ chapters: [`It snowed.\n\n${text}`], phrases: scanPhrases });
    expect(findings.some(({ group, rule }) => group === 'leak' && rule === 'prompt')).toBe(true);
  },
);
