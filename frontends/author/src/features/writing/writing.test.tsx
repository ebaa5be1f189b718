import { ChangeSet } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SaveQueue } from '../../saving/save-queue.ts';
import { browserClock } from '../../saving/save-port.ts';
import { FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { onToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { ConflictPanel } from './components/conflict-panel.tsx';
import { SaveControl } from './components/save-control.tsx';
import { SaveNotice } from './components/save-notice.tsx';
import { WordCount } from './components/word-count.tsx';

let server: FakeDocument;
let journal: FakeJournal;
let queue: SaveQueue;
let toasts: Toast[];
let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  let ids = 0;
  server = new FakeDocument('Once');
  journal = new FakeJournal();
  queue = new SaveQueue(
    { port: server, clock: browserClock, journal, newId: () => `change-${(ids += 1)}` },
    { rev: 1, text: 'Once' },
  );
  toasts = [];
  stop = onToast((value) => toasts.push(value));
});
afterEach(() => {
  cleanup();
  stop();
  jest.useRealTimers();
});
const type = (insert: string) =>
  act(() => queue.edit(ChangeSet.of({ from: queue.text.length, insert }, queue.text.length)));
const pass = (ms: number) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
  });
const badge = () => screen.getByTestId('save-badge').firstChild?.textContent;
const button = () => screen.getByRole<HTMLButtonElement>('button');

describe('SaveControl', () => {
  it('follows a save from idle to just saved', async () => {
    render(<SaveControl noun="chapter" queue={queue} />);
    expect([badge(), button().textContent, button().disabled]).toEqual(['Auto-save enabled', 'Saved', true]);
    type(' upon');
    expect([badge(), button().textContent, button().disabled]).toEqual(['Unsaved changes', 'Save', false]);
    await pass(1000);
    expect([badge(), button().textContent, button().disabled]).toEqual(['Saved!', 'Saved', true]);
    await pass(2000);
    expect(badge()).toBe('Saved just now');
    await pass(75_000);
    expect(badge()).toBe('Saved 1m ago');
  });

  it('does not render again when a keystroke changes no shown value', () => {
    let renders = 0;
    render(
      <Profiler
        id="save"
        onRender={() => {
          renders += 1;
        }}
      >
        <SaveControl noun="chapter" queue={queue} />
        <WordCount queue={queue} />
      </Profiler>,
    );
    type(' upon');
    const before = renders;
    type('u');
    type('p');
    expect([renders - before, screen.getByText('2 words')]).toEqual([0, expect.anything()]);
  });

  it('never shows “saved” for unsaved changes, offline or online again', async () => {
    render(<SaveControl noun="chapter" queue={queue} />);
    server.fault = 'lost-request';
    type('!');
    await pass(1000);
    expect([badge(), button().textContent]).toEqual(['Offline', 'Save']);
    server.fault = 'none';
    fireEvent.click(button());
    await pass(10);
    expect([badge(), server.text]).toEqual(['Saved!', 'Once!']);
  });

  it('shows a toast when Save fails', async () => {
    render(<SaveControl noun="chapter" queue={queue} />);
    server.fault = 'too-large';
    type('!');
    fireEvent.click(button());
    await pass(10);
    expect(toasts[0]).toMatchObject({
      title: 'Failed to save chapter',
      description: 'refused: books.too_large Your text is kept in this browser.',
      tone: 'destructive',
    });
  });
});

describe('with a used-up storage quota', () => {
  it('shows the server’s message, and neither badge nor button shows “saved”', async () => {
    render(
      <>
        <SaveControl noun="chapter" queue={queue} />
        <SaveNotice noun="chapter" queue={queue} otherTabs={0} />
      </>,
    );
    server.fault = 'quota-used';
    type('!');
    await pass(1000);
    const notice = screen.getByText(/refused: books\.quota_used/);
    expect(notice.textContent).toContain(
      'kept in this browser. Your changes will be saved as soon as your plan has free storage.',
    );
    type('!');
    await pass(20_000);
    expect([badge(), screen.queryByRole('button', { name: 'Saved' }), server.requests.length]).toEqual([
      'Not saved: storage full',
      null,
      1,
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await pass(10);
    expect(toasts[0]?.description).toBe(
      'refused: books.quota_used Your text is kept in this browser, and we keep trying.',
    );
    server.fault = 'none';
    fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await pass(10);
    expect([badge(), server.text, screen.queryByText(/quota_used/)]).toEqual(['Saved!', 'Once!!', null]);
  });
});

describe('without browser storage', () => {
  it('warns within a second, and stops warning once changes are stored', async () => {
    server.fault = 'signed-out';
    journal.isBroken = true;
    render(
      <>
        <SaveControl noun="chapter" queue={queue} />
        <SaveNotice noun="chapter" queue={queue} otherTabs={0} />
      </>,
    );
    type('!');
    await pass(300);
    expect(badge()).toBe('Not saved anywhere');
    expect(screen.getByText(/They are only on this page/).textContent).not.toMatch(/kept in this browser/);
    journal.isBroken = false;
    await pass(10_000);
    expect([badge(), screen.queryByText(/only on this page/)]).toEqual(['Unsaved changes', null]);
  });

  it('does not claim in the error toast that changes are stored', async () => {
    server.fault = 'busy';
    journal.isBroken = true;
    render(<SaveControl noun="chapter" queue={queue} />);
    type('!');
    fireEvent.click(button());
    await pass(10);
    expect(toasts[0]?.description).toMatch(/only on this page/);
  });
});

describe('SaveNotice', () => {
  it('warns after 15 seconds without a reply', async () => {
    server.fault = 'busy';
    render(<SaveNotice noun="chapter" queue={queue} otherTabs={0} />);
    type('!');
    await pass(14_900);
    expect(screen.queryByText(/are not saved on the server yet/)).toBeNull();
    await pass(200);
    expect(screen.getByText(/are not saved on the server yet/).textContent).toContain(
      'Everything you type is kept in this browser.',
    );
    server.fault = 'none';
    fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await pass(10);
    expect(screen.queryByText(/are not saved on the server yet/)).toBeNull();
  });

  it('shows that the text is open in another tab', () => {
    render(<SaveNotice noun="chapter" queue={queue} otherTabs={1} />);
    expect(screen.getByText(/This chapter is open in another tab/)).toBeDefined();
  });
});

it('shows both texts of a conflict with their differences and three choices', () => {
  const choose = jest.fn();
  render(
    <ConflictPanel
      noun="chapter"
      conflict={{ mine: 'Once upon a dark time.', theirs: { rev: 2, text: 'Once upon a bright time.' }, merged: '' }}
      onChoose={choose}
    />,
  );
  expect(screen.getByRole('article', { name: 'Your version' }).textContent).toContain('Once upon a dark time.');
  expect(screen.getByRole('article', { name: 'Saved version' }).textContent).toContain('Once upon a bright time.');
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['dark', 'bright']);
  for (const name of ['Keep your version', 'Use the saved version', 'Keep both'])
    fireEvent.click(screen.getByRole('button', { name }));
  expect(choose.mock.calls).toEqual([['mine'], ['theirs'], ['both']]);
});
