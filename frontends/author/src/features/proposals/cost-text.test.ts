import { expect, it } from '@jest/globals';
import { costText } from './cost-text.ts';
import { startProposal, interruptProposal, stoppedText } from './proposal.ts';

const limits = [{ limit: 'chapter.generate' as const, used: 0, max: 1, resetsAt: null }];
const writing = startProposal({ kind: 'generate', option: null, description: '', passage: null, content: '' }, [], 0);

it.each([
  [
    'that goes well',
    writing,
    'Cost: one generation; trying again within 15 minutes is included. 1 of 1 generation left for this chapter.',
  ],
  [
    'that failed',
    interruptProposal(writing, 'Once', 'The AI did not answer.'),
    'It failed, so it cost nothing. 1 of 1 generation left for this chapter.',
  ],
  [
    'that was stopped',
    interruptProposal(writing, 'Once', stoppedText),
    'Stopping is free 3 times a day for each chapter and action, then it counts. 1 of 1 generation left for this chapter.',
  ],
])('shows the cost of a call %s', (_what, proposal, expected) => expect(costText(proposal, limits)).toBe(expected));
