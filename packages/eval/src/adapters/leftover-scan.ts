import { scanPhrases } from '@inkbear/contracts/scan/phrases';
import { scanBook } from '@inkbear/story-analysis/scan/scan-book';
import type { LeftoverFinder } from '../candidates.ts';

export const leftoverScan: LeftoverFinder = {
  name: 'scan',
  findLeftovers: (chapters) =>
    scanBook({ chapters: chapters.map(({ text }) => text), phrases: scanPhrases }).filter(
      ({ group }) => group === 'leak',
    ),
};
