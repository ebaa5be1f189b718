import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProseChecker } from '@inkbear/prose/grammar/prose-checker';
import { browserClock } from '../../saving/save-port.ts';
import { SaveQueue } from '../../saving/save-queue.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { ChangeSet } from '@codemirror/state';
import { piecesOf } from './style-check.api.ts';
import type { Checker } from './checker/open-checker.ts';
import { GrammarPanel } from './components/grammar-panel.tsx';
import type { HighlightableText } from './highlightable-text.ts';

let queue: SaveQueue;
let highlights: { from: number; to: number; id?: string }[];
let checked: string[];
const reveal = jest.fn<HighlightableText['reveal']>();
const apply = jest.fn<HighlightableText['apply']>();
const editor: HighlightableText = {
  highlight: (_layer, next) => {
    highlights = [...next];
  },
  highlights: () => highlights,
  reveal,
  apply,
};
/** The real rules, without a worker. */
function openWithoutWorker(): Checker {
  const checker = new ProseChecker();
  return {
    check: (text, dialect) => {
      checked.push(text);
      return Promise.resolve(checker.check(text, dialect));
    },
    addServerFindings: (text, findings) => checker.addServerFindings(text, findings),
    close: () => undefined,
  };
}
const toasts = collectToasts();
beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  highlights = [];
  checked = [];
});
afterEach(() => {
  cleanup();
  jest.clearAllMocks();
  jest.useRealTimers();
});

async function open(text: string, userId = 'u1'): Promise<void> {
  const server = new FakeDocument(text);
  queue = new SaveQueue(
    { port: server, clock: browserClock, journal: new FakeJournal(), newId: () => 'change-1' },
    { rev: 1, text },
  );
  render(<GrammarPanel queue={queue} editor={editor} userId={userId} language="EN" canEdit open={openWithoutWorker} />);
  await pass(0);
}
const pass = (ms: number) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
  });
const type = (insert: string) =>
  act(() => queue.edit(ChangeSet.of({ from: queue.text.length, insert }, queue.text.length)));
const listed = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('del')?.textContent);

describe('GrammarPanel', () => {
  it('lists and underlines findings and counts them by severity', async () => {
    await open('Teh color was very big, and he could of known.');
    expect(listed()).toEqual(['Teh', 'color', 'very big', 'could of']);
    expect(
      ['High 1', 'Medium 1', 'Low 2'].map((name) => screen.getByRole('button', { name, pressed: true }).textContent),
    ).toHaveLength(3);
    expect(highlights).toHaveLength(4);
    fireEvent.click(screen.getByRole('button', { name: 'Low 2' }));
    expect([listed(), highlights.map(({ from }) => from)]).toEqual([
      ['Teh', 'could of'],
      [0, 31],
    ]);
  });

  it('rechecks half a second after the last change, and skips texts up to ten characters', async () => {
    await open('0123456 te');
    expect(screen.getByText(/Write a line or two/)).toBeDefined();
    type('h');
    await pass(499);
    type(' teh');
    await pass(499);
    expect(checked).toEqual([]);
    await pass(1);
    expect([checked, listed()]).toEqual([['0123456 teh teh'], ['teh', 'teh']]);
  });

  it('reveals a finding and applies its fix at the current position', async () => {
    await open('Now teh bear could of slept.');
    highlights = highlights.map((each) => ({ ...each, from: each.from + 4, to: each.to + 4 }));
    act(() => queue.edit(ChangeSet.of({ from: 0, insert: 'And ' }, queue.text.length)));
    fireEvent.click(within(screen.getAllByRole('listitem')[0] as HTMLElement).getAllByRole('button')[0] as HTMLElement);
    expect(reveal).toHaveBeenCalledWith(expect.objectContaining({ from: 8, to: 11 }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply: “teh” to “the”' }));
    expect(apply).toHaveBeenCalledWith([{ from: 8, to: 11, insert: 'the' }]);
    expect(listed()).toEqual(['could of']);
    expect(document.activeElement?.textContent).toContain('could of');
  });

  it('refuses to fix text that has changed', async () => {
    await open('Now teh bear slept.');
    act(() => queue.edit(ChangeSet.of({ from: 4, to: 7, insert: 'ten' }, queue.text.length)));
    fireEvent.click(screen.getByRole('button', { name: 'Apply: “teh” to “the”' }));
    expect([apply.mock.calls.length, toasts[0]?.title]).toEqual([0, 'These words have changed']);
  });

  it('ignores once, or always for this author on this device', async () => {
    await open('Now teh bear. Then adn so. Later adn then.');
    fireEvent.click(screen.getByRole('button', { name: 'Ignore “teh” here' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Always ignore “adn”' })[0] as HTMLElement);
    expect(listed()).toEqual([]);
    cleanup();
    await open('Other words: adn, teh.');
    expect(listed()).toEqual(['teh']);
    fireEvent.click(screen.getByRole('button', { name: 'Show it again' }));
    expect(listed()).toEqual(['adn', 'teh']);
    cleanup();
    localStorage.setItem('inkbear-grammar:u2', 'not json');
    await open('Other words: adn, teh.', 'u2');
    expect(listed()).toEqual(['adn', 'teh']);
  });

  it('does not share ignored findings between users', async () => {
    await open('So teh cat sat here.', 'u8');
    fireEvent.click(screen.getByRole('button', { name: 'Ignore “teh” here' }));
    cleanup();
    await open('So teh cat sat here.', 'u8');
    expect(listed()).toEqual([]);
    cleanup();
    await open('So teh cat sat here.', 'u9');
    expect(listed()).toEqual(['teh']);
  });

  it('checks American spelling', async () => {
    await open('The colour of the theater.');
    expect(listed()).toEqual(['theater']);
    fireEvent.click(screen.getByRole('radio', { name: 'US spelling' }));
    await pass(0);
    expect(listed()).toEqual(['colour']);
  });

  it('runs the server check only on demand and deduplicates findings', async () => {
    const issue = (start: number, end: number) => ({
      type: 'grammar',
      text: 'x',
      suggestion: 'y',
      position: { start, end },
      severity: 'medium',
      message: 'Because.',
    });
    const api = fakeApi({ 'POST /api/ai/check-style': { body: { issues: [issue(4, 7), issue(8, 12)] } } });
    await open('Now teh bear slept.');
    expect(api.requests).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Run a deeper check' }));
    await pass(10);
    expect(api.requests[0]?.body).toEqual({ text: 'Now teh bear slept.', dialect: 'uk' });
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('span')?.textContent)).toEqual([
      'Spelling · High · Inkbear’s rules',
      'Grammar · Medium · Deeper check',
    ]);
    api.restore();
  });

  it('shows the error of a deeper check that failed', async () => {
    const api = fakeApi({
      'POST /api/ai/check-style': { status: 503, body: problemBody(503, 'ai.too_busy', 'The checker is busy.') },
    });
    await open('Now teh bear slept.');
    fireEvent.click(screen.getByRole('button', { name: 'Run a deeper check' }));
    await pass(10);
    expect(toasts[0]).toMatchObject({ title: 'The deeper check failed', description: 'The checker is busy.' });
    api.restore();
  });
});

it('splits a long text between paragraphs or words, never inside a character', () => {
  const pieces = (text: string) => piecesOf(text, 10).map(({ from, piece }) => [from, piece]);
  expect(pieces('one\ntwo\nthree four')).toEqual([
    [0, 'one\ntwo\n'],
    [8, 'three four'],
  ]);
  expect(pieces('one two three')).toEqual([
    [0, 'one two '],
    [8, 'three'],
  ]);
  expect(pieces('012345678🐻x')).toEqual([
    [0, '012345678'],
    [9, '🐻x'],
  ]);
});
