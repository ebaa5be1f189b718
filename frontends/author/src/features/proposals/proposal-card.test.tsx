import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ProposalCard } from './components/proposal-card.tsx';
import { landingOf } from './landing.ts';
import { begin, breakOff, finish, type Proposal } from './proposal.ts';
import type { Wish } from './wish.ts';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const wish: Wish = { kind: 'rewrite', option: null, asked: 'Rewrite the chapter.', passage: null, content: '' };
const ready = (...texts: string[]) =>
  texts.reduce((proposal, text, index) => finish(proposal, { text, resultId: `r${index}` }), begin(wish, [], 0));
function show(proposal: Proposal, before = '', now = before) {
  const calls = {
    onAccept: jest.fn(),
    onInsertBelow: jest.fn(),
    onTryAgain: jest.fn(),
    onShow: jest.fn(),
    onStop: jest.fn(),
    onDiscard: jest.fn(),
  };
  const isWriting = proposal.run.state === 'writing';
  const text = proposal.attempts[proposal.shown ?? -1]?.text ?? '';
  render(
    <ProposalCard
      proposal={proposal}
      landing={isWriting ? null : landingOf(now, { ...proposal.wish, content: before }, text, null)}
      language="en"
      isOffline
      cost="Cost: one whole-chapter edit."
      {...calls}
    />,
  );
  return calls;
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const look = (value: string) => fireEvent.change(screen.getByLabelText('Show'), { target: { value } });

it('shows what was asked and the text as it comes, and can be stopped', () => {
  jest.useFakeTimers();
  const proposal = begin(wish, [], Date.now());
  const { onStop } = show(proposal);
  if (proposal.run.state === 'writing') proposal.run.arriving.append('Once upon');
  act(() => void jest.advanceTimersByTime(100));
  expect(screen.getByText('Rewrite the chapter.')).toBeDefined();
  expect(screen.getByRole('group', { name: 'Proposed text' }).textContent).toBe('Once upon');
  expect(buttons()).toEqual(['Stop']);
  press('Stop');
  expect(onStop).toHaveBeenCalledTimes(1);
});

it('into an empty chapter it is accepted as it is, or some of its sentences are', () => {
  const { onAccept } = show(ready('A dark night. A light.'));
  expect(buttons()).toEqual(['Accept', 'Try again', 'Discard']);
  expect(screen.getByRole('status').textContent).toBe('5 words. Cost: one whole-chapter edit.');
  expect(screen.getByText('Offline writer, not an AI model')).toBeDefined();
  press('Accept');
  look('text');
  fireEvent.click(screen.getByRole('checkbox', { name: 'A light.' }));
  press('Accept 1 of 2 changes');
  expect(onAccept.mock.calls).toEqual([['A dark night. A light.'], ['A dark night. ']]);
});

it('a kept one whose chapter is not known any more takes nothing away by itself, and says so', () => {
  const kept = ready('Rain. A calm sea. At last it cleared.');
  const { onAccept } = show({ ...kept, wish: { ...wish, isKept: true, isBaseless: true } }, 'Snow. A calm sea.');
  expect(screen.getByText(/is not known any more/)).toBeDefined();
  press('Accept 1 of 2 changes');
  expect(onAccept.mock.calls).toEqual([['Snow. A calm sea. At last it cleared.']]);
});

it('over a text each changed sentence can be taken or left, by key too', () => {
  const { onAccept, onInsertBelow, onTryAgain, onDiscard } = show(
    ready('A dark night. A calm sea. Rain.'),
    'A bright night. A calm sea. Snow.',
  );
  expect([...document.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual(['bright', 'Snow']);
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'true']);
  press('Accept all');
  fireEvent.keyDown(screen.getAllByRole('checkbox')[0] as HTMLElement, { key: ' ' });
  press('Accept 1 of 2 changes');
  press('Take all');
  press('Leave all out');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept 0 of 2 changes' }).disabled).toBe(true);
  for (const name of ['Insert below', 'Try again', 'Discard']) press(name);
  expect(onAccept.mock.calls).toEqual([['A dark night. A calm sea. Rain.'], ['A bright night. A calm sea. Rain.']]);
  expect(onInsertBelow.mock.calls).toEqual([['A dark night. A calm sea. Rain.']]);
  expect([onTryAgain.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
});

it('the new text can be read without the marks', () => {
  show(ready('A dark night.'), 'A bright night.');
  look('clean');
  expect(document.querySelector('del')).toBeNull();
  expect(screen.getByRole('group', { name: 'Proposed text' }).textContent).toBe('A dark night.');
});

it('tries are kept, and two of them can be compared', () => {
  const { onShow } = show(ready('A dark night.', 'A black night.', 'A pale night.'), 'A bright night.');
  expect(screen.getByRole('button', { name: 'Try 3' }).getAttribute('aria-pressed')).toBe('true');
  look('try-0');
  expect([document.querySelector('del')?.textContent, document.querySelector('ins')?.textContent]).toEqual([
    'dark',
    'pale',
  ]);
  press('Try 1');
  expect(onShow).toHaveBeenCalledWith(0);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(true);
  expect(screen.getByText('Tried again 2 times, which is all that belongs to one request.')).toBeDefined();
});

it('a passage that changed meanwhile is not replaced', () => {
  const lost = landingOf(
    'The boar wrote.',
    { kind: 'rewrite', passage: { from: 4, to: 8, text: 'bear' }, content: 'The bear wrote.' },
    'ink',
    null,
  );
  render(
    <ProposalCard
      proposal={ready('ink')}
      landing={lost}
      language="en"
      isOffline={false}
      cost={null}
      onAccept={jest.fn()}
      onInsertBelow={jest.fn()}
      onTryAgain={jest.fn()}
      onShow={jest.fn()}
      onStop={jest.fn()}
      onDiscard={jest.fn()}
    />,
  );
  expect(screen.getByText(/You have changed this passage/)).toBeDefined();
  expect(buttons()).toEqual(['Insert below', 'Try again', 'Discard']);
});

it('what the author wrote meanwhile in the same place stays unless they take the change', () => {
  const { onAccept } = show(ready('She walked. It poured.'), 'She ran. It rained.', 'She flew. It rained.');
  expect(screen.getByText(/You have written on in the same places/)).toBeDefined();
  press('Accept 1 of 2 changes');
  press('Take all');
  press('Accept all');
  expect(onAccept.mock.calls).toEqual([['She flew. It poured.'], ['She walked. It poured.']]);
});

it('a broken one says why and keeps what had arrived, and the tries before it', () => {
  show(
    breakOff(begin(wish, [{ text: 'A dark night.', resultId: 'r' }], 0), '', 'The AI did not answer.'),
    'A bright night.',
  );
  expect(screen.getByRole('alert').textContent).toBe('The AI did not answer.');
  expect(buttons()).toEqual(['Leave all out', 'Accept all', 'Insert below', 'Try again', 'Discard']);
});

it('a kept result is not tried again', () => {
  show({ ...ready('A dark night.'), wish: { ...wish, isKept: true } }, 'A bright night.');
  expect(screen.queryByText('Try again')).toBeNull();
});

it.each([
  ['the prose', 'Prose', 1],
  ['the proposal', 'Stop', 2],
])(
  'comes into view when it is asked for, and at its end only for who is in it, not elsewhere: %s',
  (_where, name, times) => {
    const scroll = jest.fn<Element['scrollIntoView']>(() => Promise.resolve());
    Element.prototype.scrollIntoView = scroll;
    const calls = {
      onAccept: jest.fn(),
      onInsertBelow: jest.fn(),
      onTryAgain: jest.fn(),
      onShow: jest.fn(),
      onStop: jest.fn(),
      onDiscard: jest.fn(),
    };
    const page = (proposal: Proposal, isWriting: boolean) => (
      <>
        <button type="button">Prose</button>
        <ProposalCard
          proposal={proposal}
          landing={isWriting ? null : landingOf('', wish, 'A light.', null)}
          language="en"
          isOffline
          cost={null}
          {...calls}
        />
      </>
    );
    const asked = begin(wish, [], 0);
    const { rerender } = render(page(asked, true));
    expect(scroll).toHaveBeenCalledTimes(1);
    act(() => screen.getByRole('button', { name }).focus());
    rerender(page(finish(asked, { text: 'A light.', resultId: 'r1' }), false));
    expect(scroll).toHaveBeenCalledTimes(times);
  },
);

it('is tried again only within the time that belongs to the request, also while the card stays open', () => {
  jest.useFakeTimers();
  const asked = begin(wish, [], 0);
  show(finish(asked, { text: 'A light.', resultId: 'r1', at: Date.now() }));
  const again = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' });
  act(() => void jest.advanceTimersByTime(15 * 60_000 - 1000));
  expect([again().disabled, screen.queryByText(/15 minutes/)]).toEqual([false, null]);
  act(() => void jest.advanceTimersByTime(1000));
  expect(again().disabled).toBe(true);
  expect(
    screen.getByText('The 15 minutes for trying again are over. Asking anew is a request of its own.'),
  ).toBeDefined();
});

it('is one tab stop however many changes it has; left, right, Home and End go from one to the next', () => {
  show(ready('One. Two. Three.'));
  look('text');
  const boxes = screen.getAllByRole('checkbox');
  const stops = () => boxes.map(({ tabIndex }) => tabIndex);
  expect([stops(), screen.getByRole('group', { name: 'Proposed text' }).hasAttribute('tabindex')]).toEqual([
    [0, -1, -1],
    false,
  ]);
  act(() => boxes[0]?.focus());
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
  const walk = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'End'].map((key) => {
    press(key);
    return boxes.indexOf(document.activeElement as HTMLElement);
  });
  expect([walk, stops()]).toEqual([
    [1, 2, 2, 1, 0, 0, 2],
    [-1, -1, 0],
  ]);
  expect(press('ArrowDown')).toBe(true);
});

describe('for who does not use a mouse', () => {
  const calls = () => ({
    onAccept: jest.fn(),
    onInsertBelow: jest.fn(),
    onTryAgain: jest.fn(),
    onShow: jest.fn(),
    onStop: jest.fn(),
    onDiscard: jest.fn(),
  });
  const card = (proposal: Proposal) => {
    const text = proposal.attempts[proposal.shown ?? -1]?.text ?? '';
    const landing = proposal.run.state === 'writing' ? null : landingOf('', proposal.wish, text, null);
    return <ProposalCard proposal={proposal} landing={landing} language="en" isOffline cost={null} {...calls()} />;
  };
  const announced = () => document.querySelector('[aria-live]')?.textContent;

  it('keeps the focus in the card when its button goes with the end, and leaves it alone elsewhere', () => {
    const begun = begin(wish, [], 0);
    const { rerender } = render(
      <>
        <input aria-label="Elsewhere" />
        {card(begun)}
      </>,
    );
    act(() => screen.getByRole('button', { name: 'Stop' }).focus());
    rerender(
      <>
        <input aria-label="Elsewhere" />
        {card(breakOff(begun, 'A lamp.', 'Stopped.'))}
      </>,
    );
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Proposal' }));
    rerender(
      <>
        <input aria-label="Elsewhere" />
        {card(begun)}
      </>,
    );
    act(() => screen.getByLabelText('Elsewhere').focus());
    rerender(
      <>
        <input aria-label="Elsewhere" />
        {card(finish(begun, { text: 'A lamp.', resultId: 'r1' }))}
      </>,
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
  });

  it('says that it is being written, and when it is ready', () => {
    const begun = begin(wish, [], 0);
    const { rerender } = render(card(begun));
    expect(announced()).toBe('The proposal is being written.');
    rerender(card(finish(begun, { text: 'A lamp.', resultId: 'r1' })));
    expect(announced()).toBe('The proposal is ready.');
  });
});
