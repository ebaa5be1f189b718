import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import { scanBook } from '@inkbear/story-analysis/scan/scan-book';
import type { LeakFinder } from '../candidates.ts';

export const leakScan: LeakFinder = {
  name: 'scan',
  findLeaks: (chapters) =>
    scanBook({ chapters: chapters.map(({ text }) => text), phrases: scanPhrases }).filter(
      ({ group }) => group === 'leak',
    ),
};
