import { expect, it } from '@jest/globals';
import { costText } from './cost-text.ts';
import { startProposal, interruptProposal } from './proposal.ts';

const limits = [{ limit: 'chapter.generate' as const, used: 0, max: 1, resetsAt: null }];
const writing = startProposal({ kind: 'generate', option: null, description: '', passage: null, content: '' }, [], 0);
const partial = { text: 'Once', resultId: null };

it.each([
  [
    'that goes well',
    writing,
    'Uses one generation; trying again within 15 minutes is included. 1 of 1 generation left for this chapter.',
  ],
  [
    'that failed',
    interruptProposal(writing, partial, { cause: 'failed', message: 'The AI did not answer.' }),
    'It failed, so it cost nothing. 1 of 1 generation left for this chapter.',
  ],
  [
    'that was stopped',
    interruptProposal(writing, partial, { cause: 'stopped', message: 'Stopped.' }),
    'You can stop 3 times a day for free, for each chapter and action. After that a stopped request counts as a use. 1 of 1 generation left for this chapter.',
  ],
  [
    'that was stopped after its first part',
    interruptProposal(writing, { ...partial, resultId: 'r1' }, { cause: 'kept', message: 'Stopped.' }),
    'Uses one generation, because the finished parts are kept; trying again within 15 minutes is included. 1 of 1 generation left for this chapter.',
  ],
])('shows the cost of a call %s', (_what, proposal, expected) => expect(costText(proposal, limits)).toBe(expected));
