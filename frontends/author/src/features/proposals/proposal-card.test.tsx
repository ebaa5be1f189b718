import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ProposalCard } from './components/proposal-card.tsx';
import { placementOf } from './placement.ts';
import { startProposal, interruptProposal, completeProposal, type Proposal } from './proposal.ts';
import type { AiRequest } from './ai-request.ts';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const request: AiRequest = {
  kind: 'rewrite',
  option: null,
  description: 'Rewrite the chapter.',
  passage: null,
  content: '',
};
const ready = (...texts: string[]) =>
  texts.reduce(
    (proposal, text, index) => completeProposal(proposal, { text, resultId: `r${index}` }),
    startProposal(request, [], 0),
  );
function show(proposal: Proposal, before = '', currentText = before) {
  const calls = {
    onAccept: jest.fn(),
    onInsertBelow: jest.fn(),
    onTryAgain: jest.fn(),
    onShow: jest.fn(),
    onStop: jest.fn(),
    onDiscard: jest.fn(),
  };
  const isWriting = proposal.run.state === 'writing';
  const text = proposal.variants[proposal.shown ?? -1]?.text ?? '';
  render(
    <ProposalCard
      proposal={proposal}
      placement={isWriting ? null : placementOf(currentText, { ...proposal.request, content: before }, text, null)}
      language="en"
      isOffline
      cost="Uses one whole-chapter edit."
      {...calls}
    />,
  );
  return calls;
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const look = (value: string) => fireEvent.change(screen.getByLabelText('Show'), { target: { value } });

it('shows the request and the streaming text, and can be stopped', () => {
  jest.useFakeTimers();
  const proposal = startProposal(request, [], Date.now());
  const { onStop } = show(proposal);
  if (proposal.run.state === 'writing') proposal.run.streamingText.append('Once upon');
  act(() => void jest.advanceTimersByTime(100));
  expect(screen.getByText('Rewrite the chapter.')).toBeDefined();
  expect(screen.getByRole('group', { name: 'Proposed text' }).textContent).toBe('Once upon');
  expect(buttons()).toEqual(['Stop']);
  expect(screen.getByText('2 words so far · 0 s')).toBeDefined();
  act(() => void jest.advanceTimersByTime(3000));
  expect(screen.getByText('2 words so far · 3 s')).toBeDefined();
  press('Stop');
  expect(onStop).toHaveBeenCalledTimes(1);
});

it('accepts all or some sentences into an empty chapter', () => {
  const { onAccept } = show(ready('A dark night. A light.'));
  expect(buttons()).toEqual(['Accept', 'Try again', 'Discard']);
  expect(screen.getByRole('status').textContent).toBe('5 words. Uses one whole-chapter edit.');
  expect(screen.getByText('Offline text generator, not an AI model')).toBeDefined();
  press('Accept');
  look('hunks');
  fireEvent.click(screen.getByRole('checkbox', { name: 'A light.' }));
  press('Accept 1 of 2 changes');
  expect(onAccept.mock.calls).toEqual([['A dark night. A light.'], ['A dark night. ']]);
});

it('declines destructive hunks of a saved result whose base text is unknown', () => {
  const saved = ready('Rain. A calm sea. At last it cleared.');
  const { onAccept } = show(
    { ...saved, request: { ...request, isSavedResult: true, hasUnknownBase: true } },
    'Snow. A calm sea.',
  );
  expect(screen.getByText(/is not stored any more/)).toBeDefined();
  press('Accept 1 of 2 changes');
  expect(onAccept.mock.calls).toEqual([['Snow. A calm sea. At last it cleared.']]);
});

it('accepts or declines each changed sentence, by keyboard too', () => {
  const { onAccept, onInsertBelow, onTryAgain, onDiscard } = show(
    ready('A dark night. A calm sea. Rain.'),
    'A bright night. A calm sea. Snow.',
  );
  expect([...document.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual(['bright', 'Snow']);
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'true']);
  press('Accept all');
  fireEvent.keyDown(screen.getAllByRole('checkbox')[0] as HTMLElement, { key: ' ' });
  press('Accept 1 of 2 changes');
  press('Include all');
  press('Leave all out');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept 0 of 2 changes' }).disabled).toBe(true);
  for (const name of ['Insert below', 'Try again', 'Discard']) press(name);
  expect(onAccept.mock.calls).toEqual([['A dark night. A calm sea. Rain.'], ['A bright night. A calm sea. Rain.']]);
  expect(onInsertBelow.mock.calls).toEqual([['A dark night. A calm sea. Rain.']]);
  expect([onTryAgain.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
});

it('inserts a generated text below the author’s text first, and replaces that only by name', () => {
  const generated = { ...ready('A dark night.'), request: { ...request, kind: 'generate' as const } };
  const { onAccept, onInsertBelow } = show(generated, 'A bright night.');
  expect(document.querySelector('del')).toBeNull();
  expect(buttons()).toEqual(['Insert below', 'Replace my chapter', 'Try again', 'Discard']);
  press('Insert below');
  press('Replace my chapter');
  expect(onInsertBelow.mock.calls).toEqual([['A dark night.']]);
  expect(onAccept.mock.calls).toEqual([['A dark night.']]);
});

it('shows what replacing the author’s text with a generated one would keep', () => {
  const generated = { ...ready('A dark night. A calm sea. Rain.'), request: { ...request, kind: 'generate' as const } };
  const { onAccept } = show(generated, 'A bright night. A calm sea. Snow.');
  look('hunks');
  fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
  expect(buttons()).toContain('Accept 1 of 2 changes');
  press('Accept 1 of 2 changes');
  expect(onAccept.mock.calls).toEqual([['A bright night. A calm sea. Rain.']]);
});

it('shows the new text without the diff', () => {
  show(ready('A dark night.'), 'A bright night.');
  look('clean');
  expect(document.querySelector('del')).toBeNull();
  expect(screen.getByRole('group', { name: 'Proposed text' }).textContent).toBe('A dark night.');
});

it('keeps all variants and compares two of them', () => {
  const { onShow } = show(ready('A dark night.', 'A black night.', 'A pale night.'), 'A bright night.');
  expect(screen.getByRole('button', { name: 'Variation 3' }).getAttribute('aria-pressed')).toBe('true');
  look('variant-0');
  expect([document.querySelector('del')?.textContent, document.querySelector('ins')?.textContent]).toEqual([
    'dark',
    'pale',
  ]);
  press('Variation 1');
  expect(onShow).toHaveBeenCalledWith(0);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(true);
  expect(screen.getByText('You have used the 2 retries that one request includes.')).toBeDefined();
});

it('does not replace a passage that was changed since the request', () => {
  const lost = placementOf(
    'The boar wrote.',
    { kind: 'rewrite', passage: { from: 4, to: 8, text: 'bear' }, content: 'The bear wrote.' },
    'ink',
    null,
  );
  render(
    <ProposalCard
      proposal={ready('ink')}
      placement={lost}
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

it('declines hunks that conflict with the author’s later changes', () => {
  const { onAccept } = show(ready('She walked. It poured.'), 'She ran. It rained.', 'She flew. It rained.');
  expect(screen.getByText(/You have edited the same places/)).toBeDefined();
  press('Accept 1 of 2 changes');
  press('Include all');
  press('Accept all');
  expect(onAccept.mock.calls).toEqual([['She flew. It poured.'], ['She walked. It poured.']]);
});

it('shows why a request failed, and keeps the earlier variants', () => {
  show(
    interruptProposal(
      startProposal(request, [{ text: 'A dark night.', resultId: 'r' }], 0),
      { text: '', resultId: null },
      { cause: 'failed', message: 'The AI did not answer.' },
    ),
    'A bright night.',
  );
  expect(screen.getByRole('alert').textContent).toBe('The AI did not answer.');
  expect(buttons()).toEqual(['Leave all out', 'Accept all', 'Insert below', 'Try again', 'Discard']);
});

it('offers no retry for a saved result', () => {
  show({ ...ready('A dark night.'), request: { ...request, isSavedResult: true } }, 'A bright night.');
  expect(screen.queryByText('Try again')).toBeNull();
});

it.each([
  ['the prose', 'Prose', 1],
  ['the proposal', 'Stop', 2],
])('scrolls into view at the start, and at the end only while it has the focus: %s', (_where, name, times) => {
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
        placement={isWriting ? null : placementOf('', request, 'A light.', null)}
        language="en"
        isOffline
        cost={null}
        {...calls}
      />
    </>
  );
  const running = startProposal(request, [], 0);
  const { rerender } = render(page(running, true));
  expect(scroll).toHaveBeenCalledTimes(1);
  act(() => screen.getByRole('button', { name }).focus());
  rerender(page(completeProposal(running, { text: 'A light.', resultId: 'r1' }), false));
  expect(scroll).toHaveBeenCalledTimes(times);
});

it('disables the retry when its time window ends while the card is open', () => {
  jest.useFakeTimers();
  const running = startProposal(request, [], 0);
  show(completeProposal(running, { text: 'A light.', resultId: 'r1', at: Date.now() }));
  const again = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' });
  act(() => void jest.advanceTimersByTime(15 * 60_000 - 1000));
  expect([again().disabled, screen.queryByText(/15 minutes/)]).toEqual([false, null]);
  act(() => void jest.advanceTimersByTime(1000));
  expect(again().disabled).toBe(true);
  expect(
    screen.getByText('The 15 minutes for trying again are over. Asking again now counts as a new request.'),
  ).toBeDefined();
});

it('is one tab stop for all hunks; Left, Right, Home and End move between them', () => {
  show(ready('One. Two. Three.'));
  look('hunks');
  const boxes = screen.getAllByRole('checkbox');
  const stops = () => boxes.map(({ tabIndex }) => tabIndex);
  expect([stops(), screen.getByRole('group', { name: 'Proposed text' }).hasAttribute('tabindex')]).toEqual([
    [0, -1, -1],
    false,
  ]);
  act(() => boxes[0]?.focus());
  const pressKey = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
  const walk = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'End'].map((key) => {
    pressKey(key);
    return boxes.indexOf(document.activeElement as HTMLElement);
  });
  expect([walk, stops()]).toEqual([
    [1, 2, 2, 1, 0, 0, 2],
    [-1, -1, 0],
  ]);
  expect(pressKey('ArrowDown')).toBe(true);
});

describe('accessibility', () => {
  const calls = () => ({
    onAccept: jest.fn(),
    onInsertBelow: jest.fn(),
    onTryAgain: jest.fn(),
    onShow: jest.fn(),
    onStop: jest.fn(),
    onDiscard: jest.fn(),
  });
  const card = (proposal: Proposal) => {
    const text = proposal.variants[proposal.shown ?? -1]?.text ?? '';
    const placement = proposal.run.state === 'writing' ? null : placementOf('', proposal.request, text, null);
    return <ProposalCard proposal={proposal} placement={placement} language="en" isOffline cost={null} {...calls()} />;
  };
  const announced = () => document.querySelector('[aria-live]')?.textContent;

  it('takes over the focus from a button that is disabled while the proposal is written, and no other focus', () => {
    const withButton = (isWriting: boolean) => (
      <>
        <button disabled={isWriting}>Polish</button>
        <input aria-label="Elsewhere" />
        {isWriting && card(startProposal(request, [], 0))}
      </>
    );
    const { rerender } = render(withButton(false));
    act(() => screen.getByRole('button', { name: 'Polish' }).focus());
    rerender(withButton(true));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Proposal' }));
    rerender(withButton(false));
    act(() => screen.getByLabelText('Elsewhere').focus());
    rerender(withButton(true));
    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
  });

  it('takes the focus when a request starts whose dialog has been removed, but not from the page of a saved result', () => {
    const started = startProposal(request, [], 0);
    const title = () => screen.getByRole('heading', { name: 'Proposal' });
    const { unmount } = render(card(started));
    expect(document.activeElement).toBe(title());
    unmount();
    render(card(completeProposal(started, { text: 'A lamp.', resultId: 'r1' })));
    expect([document.activeElement, title()]).toEqual([document.body, expect.anything()]);
  });

  it('keeps the focus in the card when its focused button disappears, and otherwise leaves the focus alone', () => {
    const started = startProposal(request, [], 0);
    const { rerender } = render(
      <>
        <input aria-label="Elsewhere" />
        {card(started)}
      </>,
    );
    act(() => screen.getByRole('button', { name: 'Stop' }).focus());
    rerender(
      <>
        <input aria-label="Elsewhere" />
        {card(
          interruptProposal(started, { text: 'A lamp.', resultId: null }, { cause: 'stopped', message: 'Stopped.' }),
        )}
      </>,
    );
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Proposal' }));
    rerender(
      <>
        <input aria-label="Elsewhere" />
        {card(started)}
      </>,
    );
    act(() => screen.getByLabelText('Elsewhere').focus());
    rerender(
      <>
        <input aria-label="Elsewhere" />
        {card(completeProposal(started, { text: 'A lamp.', resultId: 'r1' }))}
      </>,
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
  });

  it('announces when writing starts and ends', () => {
    const started = startProposal(request, [], 0);
    const { rerender } = render(card(started));
    expect(announced()).toBe('The proposal is being written.');
    rerender(card(completeProposal(started, { text: 'A lamp.', resultId: 'r1' })));
    expect(announced()).toBe('The proposal is ready.');
  });
});
