import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ProposalCard } from './components/proposal-card.tsx';
import type { Proposal } from './proposal.ts';

afterEach(cleanup);

function show(proposal: Proposal, before = '') {
  const calls = { onAccept: jest.fn(), onTryAgain: jest.fn(), onStop: jest.fn(), onDiscard: jest.fn() };
  render(<ProposalCard proposal={proposal} before={before} asked="Write: “One”, about 3,500 words." isOffline left="0 of 1 generation left for this chapter." {...calls} />);
  return calls;
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const ready: Proposal = { state: 'ready', text: 'A dark night.', resultId: 'r', words: 3 };

it('shows what was asked and the text as it comes, and can be stopped', () => {
  const { onStop } = show({ state: 'writing', text: 'Once upon', startedAt: Date.now() });
  expect(screen.getByText('Write: “One”, about 3,500 words.')).toBeDefined();
  expect(screen.getByRole('group', { name: 'Proposed text' }).textContent).toBe('Once upon');
  expect(buttons()).toEqual(['Stop']);
  fireEvent.click(screen.getByText('Stop'));
  expect(onStop).toHaveBeenCalledTimes(1);
});

it('into an empty chapter it is accepted as it is', () => {
  const { onAccept } = show(ready);
  expect(buttons()).toEqual(['Accept', 'Try again', 'Discard']);
  expect(screen.queryByText('Show what would change')).toBeNull();
  expect(screen.getByText(/3 words\. 0 of 1 generation left/)).toBeDefined();
  expect(screen.getByText('Offline writer, not an AI model')).toBeDefined();
  fireEvent.click(screen.getByText('Accept'));
  expect(onAccept).toHaveBeenCalledWith('whole');
});

it('over a text it shows what would change, and can go below instead', () => {
  const { onAccept, onTryAgain, onDiscard } = show(ready, 'A bright night.');
  expect([document.querySelector('del')?.textContent, document.querySelector('ins')?.textContent]).toEqual(['bright', 'dark']);
  fireEvent.click(screen.getByLabelText('Show what would change'));
  expect(document.querySelector('del')).toBeNull();
  for (const name of ['Accept all', 'Insert below', 'Try again', 'Discard']) fireEvent.click(screen.getByText(name));
  expect(onAccept.mock.calls).toEqual([['whole'], ['below']]);
  expect([onTryAgain.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
});

it('a broken one says why and keeps what had arrived', () => {
  show({ state: 'broken', text: 'Once', message: 'The AI did not answer. Nothing was counted. Please try again.' });
  expect(screen.getByRole('alert').textContent).toBe('The AI did not answer. Nothing was counted. Please try again.');
  expect(buttons()).toEqual(['Accept', 'Try again', 'Discard']);
});
