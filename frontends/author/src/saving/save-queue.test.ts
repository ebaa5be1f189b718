import { ChangeSet } from '@codemirror/state';
import { describe, expect, it } from '@jest/globals';
import { FakeClock, FakeDocument, FakeJournal, flushPromises } from './testing/fake-document.ts';
import { toText } from './save-model.ts';
import { SaveQueue } from './save-queue.ts';

function setUp(text = 'Once upon a time.') {
  const server = new FakeDocument(text);
  const clock = new FakeClock();
  const journal = new FakeJournal();
  let ids = 0;
  let signOuts = 0;
  const deps = {
    port: server,
    clock,
    journal,
    newId: () => `change-${(ids += 1)}`,
    onSignedOut: () => {
      signOuts += 1;
    },
  };
  const queue = new SaveQueue(deps, { rev: server.rev, text });
  let screen = text;
  queue.onRemoteChange((changes) => {
    screen = changes.apply(toText(screen)).toString();
  });
  const type = (insert: string, at = queue.text.length, meta = {}) => {
    const changes = ChangeSet.of({ from: at, insert }, queue.text.length);
    screen = screen.slice(0, at) + insert + screen.slice(at);
    queue.edit(changes, meta);
  };
  return { server, clock, journal, queue, type, deps, screen: () => screen, signOuts: () => signOuts };
}
describe('SaveQueue', () => {
  it('sends typed text as one change after a second without typing', async () => {
    const { queue, clock, server, type } = setUp();
    type(' A');
    await clock.advance(900);
    type(' bear');
    await clock.advance(999);
    expect(server.requests).toEqual([]);
    expect(queue.view()).toMatchObject({ phase: 'dirty', isDirty: true, savedAt: null, unsavedSince: 0, words: 6 });
    await clock.advance(1);
    expect(server.requests).toEqual(['patch']);
    expect(server.text).toBe('Once upon a time. A bear');
    expect(queue.view()).toMatchObject({ phase: 'clean', isDirty: false, savedAt: 1900, unsavedSince: null, rev: 2 });
  });

  it('saves every five seconds during continuous typing', async () => {
    const { clock, server, type } = setUp();
    for (let second = 0; second < 24; second += 1) {
      type('x');
      await clock.advance(500);
    }
    expect(server.requests).toHaveLength(2);
  });

  it('does not send changes without effect', async () => {
    const { queue, clock, server, type } = setUp();
    type('!');
    queue.edit(ChangeSet.of({ from: 17, to: 18 }, 18));
    await clock.advance(1000);
    expect([server.requests, queue.isDirty, queue.view().phase]).toEqual([[], false, 'clean']);
  });

  it('saves an accepted proposal and the text before it as separate revisions', async () => {
    const { queue, clock, server, type } = setUp();
    type(' Typed.');
    type(' Written by AI.', queue.text.length, {
      kind: 'ai',
      origins: [{ from: 24, to: 39, kind: 'ai', resultId: 'r1' }],
    });
    type(' More.');
    await clock.advance(2000);
    expect(server.history.map(({ kind, text }) => `${kind} ${text.length}`)).toEqual([
      'created 17',
      'autosave 24',
      'ai 39',
      'autosave 45',
    ]);
    expect(queue.isDirty).toBe(false);
  });
});

describe('failures', () => {
  it('retries with the same changeId after a lost reply, so the text is saved once', async () => {
    const { queue, clock, server, type } = setUp();
    server.fault = 'lost-reply';
    type(' A bear.');
    await clock.advance(1000);
    expect(queue.view()).toMatchObject({ phase: 'retrying', isOffline: true, isDirty: true, savedAt: null });
    type(' And ink.');
    server.fault = 'none';
    await clock.advance(10_000);
    expect(server.history.map(({ text }) => text)).toEqual([
      'Once upon a time.',
      'Once upon a time. A bear.',
      'Once upon a time. A bear. And ink.',
    ]);
    expect(queue.isDirty).toBe(false);
  });

  it('retries with backoff, and at once when the network is back', async () => {
    const { queue, clock, server, type } = setUp();
    server.fault = 'lost-request';
    type('x');
    await clock.advance(600_000);
    const tries = server.requests.length;
    expect(tries).toBeGreaterThan(15);
    expect(tries).toBeLessThan(40);
    server.fault = 'none';
    queue.retryNow();
    await flushPromises();
    expect(queue.isDirty).toBe(false);
  });

  it('sends the full text when the changes are refused', async () => {
    const { queue, clock, server, type } = setUp();
    server.fault = 'invalid';
    type(' A bear.');
    await clock.advance(2000);
    expect(server.requests).toEqual(['patch', 'put']);
    expect(server.text).toBe('Once upon a time. A bear.');
    expect(queue.isDirty).toBe(false);
  });

  it('keeps a draft that is too long, shows the reason, and saves it once it is shorter', async () => {
    const { queue, clock, server, journal, type } = setUp();
    server.fault = 'too-large';
    type(' far too long');
    await clock.advance(60_000);
    expect(server.requests).toHaveLength(1);
    expect(queue.view()).toMatchObject({ phase: 'refused', isDirty: true, message: 'refused: books.too_large' });
    expect(journal.record?.batches).toHaveLength(1);
    server.fault = 'none';
    queue.edit(ChangeSet.of({ from: 20, to: 30 }, 30));
    await clock.advance(1000);
    expect(server.history.map(({ text }) => text)).toEqual(['Once upon a time.', 'Once upon a time. fa']);
  });

  it('keeps the draft when the session ends, reports it once, and stops retrying', async () => {
    const { queue, clock, server, journal, type, signOuts, deps } = setUp();
    server.fault = 'signed-out';
    type(' kept');
    await clock.advance(60_000);
    expect([queue.view().phase, signOuts(), server.requests.length]).toEqual(['signed-out', 1, 1]);
    await queue.stop();
    server.fault = 'none';
    const { base, batches } = journal.record ?? { base: { rev: 0, text: '' }, batches: [] };
    const later = new SaveQueue(deps, base, batches);
    expect(later.text.toString()).toBe('Once upon a time. kept');
    await clock.advance(10);
    expect(server.text).toBe('Once upon a time. kept');
  });

  it('writes changes to the journal before sending them, and clears it afterwards', async () => {
    const { clock, journal, type, server } = setUp();
    type(' A');
    await clock.advance(250);
    expect([journal.record?.batches.length, server.requests.length]).toEqual([1, 0]);
    await clock.advance(5000);
    expect([journal.record, server.requests.length]).toEqual([null, 1]);
  });
});

describe('a change whose reply was lost', () => {
  it('gets a new id when it was extended after a lost reply and a refusal', async () => {
    const { queue, clock, server, type, screen } = setUp('Base.');
    server.fault = 'lost-reply';
    type(' One.');
    await clock.advance(1000);
    server.fault = 'too-large';
    await clock.advance(5000);
    expect(queue.view().phase).toBe('refused');
    server.fault = 'none';
    type(' Two.');
    await clock.advance(5000);
    expect([server.text, screen(), queue.isDirty, queue.view().phase]).toEqual([
      'Base. One. Two.',
      'Base. One. Two.',
      false,
      'clean',
    ]);
  });

  it('gets a new id when it is recovered unsealed from the journal', async () => {
    const { clock, server, deps } = setUp('Base.');
    await server.patch(
      {
        changeId: 'change-of-a-dead-tab',
        changes: ChangeSet.of({ from: 5, insert: ' One. Two.' }, 5),
        origins: [],
        kind: 'autosave',
        sealed: true,
        asText: false,
        since: 0,
      },
      1,
    );
    const unsealed = {
      changeId: 'change-of-a-dead-tab',
      changes: ChangeSet.of({ from: 5, insert: ' One.' }, 5),
      origins: [],
      kind: 'autosave' as const,
      sealed: false,
      asText: false,
      since: 0,
    };
    const queue = new SaveQueue(deps, { rev: 1, text: 'Base.' }, [unsealed]);
    await clock.advance(5000);
    expect([server.text, queue.text.toString(), queue.isDirty]).toEqual(['Base. One. Two.', 'Base. One. Two.', false]);
  });
});

describe('a bulk change by the author', () => {
  it('becomes a separate revision after the text before it, also without a save in between', async () => {
    const { queue, clock, server, type } = setUp('Once.');
    server.fault = 'lost-request';
    type(' Words typed.');
    await clock.advance(300);
    expect(queue.applyExternalEdit(ChangeSet.of({ from: 5, to: 18 }, 18))).toBe(true);
    server.fault = 'none';
    await clock.advance(60_000);
    expect(server.history.map(({ kind, text }) => [kind, text])).toEqual([
      ['created', 'Once.'],
      ['autosave', 'Once. Words typed.'],
      ['replace', 'Once.'],
    ]);
  });

  it('is refused during a conflict; the author’s side of the conflict follows further edits', async () => {
    const { queue, clock, server, type } = setUp();
    server.write('Once upon a bright time.');
    type('dark ', 12);
    await clock.advance(60_000);
    expect(queue.applyExternalEdit(ChangeSet.of({ from: 0, to: 4 }, queue.text.length))).toBe(false);
    expect(queue.text.toString()).toBe('Once upon a dark time.');
    type(' And so on.');
    expect(queue.view().conflict?.mine).toBe('Once upon a dark time. And so on.');
  });
});

it('an error in a listener does not stop saving', async () => {
  const { queue, clock, server, type } = setUp();
  const reported: unknown[] = [];
  globalThis.reportError = (error: unknown) => void reported.push(error);
  queue.subscribe(() => {
    throw new Error('a listener failed');
  });
  type(' A bear.');
  await clock.advance(1000);
  expect([server.text, queue.view().phase, queue.view().isOffline]).toEqual([
    'Once upon a time. A bear.',
    'clean',
    false,
  ]);
  expect(String(reported[0])).toBe('Error: a listener failed');
});

describe('abandon', () => {
  it('sends and stores nothing any more, whatever is received or typed', async () => {
    const { queue, clock, server, journal, type, signOuts } = setUp();
    type(' secret');
    await clock.advance(1000);
    server.fault = 'signed-out';
    type(' more');
    const flushed = queue.flush();
    await queue.abandon();
    type(' and more');
    await queue.stop();
    await clock.advance(60_000);
    expect([await flushed, queue.isDirty, journal.record, server.requests.length, signOuts()]).toEqual([
      true,
      false,
      null,
      2,
      0,
    ]);
  });
});

describe('a newer revision on the server', () => {
  it('is merged when the changes are in different places, also in the editor', async () => {
    const { queue, clock, server, type, screen } = setUp('One day.\n\nA long middle.\n\nThe end.');
    server.write('One fine day.\n\nA long middle.\n\nThe end.');
    type(' Really.');
    await clock.advance(2000);
    expect(server.text).toBe('One fine day.\n\nA long middle.\n\nThe end. Really.');
    expect([screen(), queue.text.toString(), queue.isDirty]).toEqual([server.text, server.text, false]);
  });

  const choices = [
    ['mine', 'Once upon a dark time.', 'Once upon a dark time.'],
    ['theirs', 'Once upon a dark time.', 'Once upon a bright time.'],
    ['both', 'Once upon a dark time.', 'dark'],
  ] as const;
  it.each(choices)(
    'becomes a conflict in the same place, and %s keeps both texts in the history',
    async (choice, mine, result) => {
      const { queue, clock, server, type, screen } = setUp();
      server.write('Once upon a bright time.');
      type('dark ', 12);
      await clock.advance(60_000);
      expect(queue.view()).toMatchObject({
        phase: 'conflict',
        isDirty: true,
        conflict: { mine, theirs: { rev: 2, text: 'Once upon a bright time.' } },
      });
      expect(server.rev).toBe(2);
      queue.resolve(choice);
      await clock.advance(100);
      expect(server.history.map(({ text }) => text)).toEqual(
        expect.arrayContaining(['Once upon a bright time.', mine]),
      );
      expect(server.history.find(({ text }) => text === mine)?.kind).toBe('conflict');
      expect(server.text).toContain(result);
      if (choice === 'both') expect(server.text).toContain('bright');
      expect([screen(), queue.isDirty]).toEqual([server.text, false]);
    },
  );

  it('is kept by “Keep both”, and so are the author’s own text and what was typed during the conflict', async () => {
    const { queue, clock, server, type, screen } = setUp();
    server.write('Once upon a bright time.');
    type('dark ', 12);
    await clock.advance(60_000);
    type(' Accepted meanwhile.', undefined, { kind: 'ai' });
    queue.resolve('both');
    await clock.advance(100);
    expect(server.text).toMatch(/dark.* Accepted meanwhile\./);
    expect([server.text.includes('bright'), screen()]).toEqual([true, server.text]);
  });

  it('is loaded by refresh when nothing is unsaved', async () => {
    const { queue, server, screen } = setUp();
    server.write('Twice upon a time.');
    await queue.refresh();
    expect([screen(), queue.view().rev, queue.view().words]).toEqual(['Twice upon a time.', 2, 4]);
  });

  it.each([
    ['signed-out', 1],
    ['busy', 0],
  ] as const)(
    'is not loaded by refresh when the server answers %s; only then is a sign-in needed',
    async (fault, count) => {
      const { queue, server, signOuts } = setUp();
      server.fault = fault;
      expect([await queue.refresh(), signOuts()]).toEqual([false, count]);
    },
  );
});

it('applyExternalEdit shows the change in every editor and saves it', async () => {
  const { queue, clock, server, screen } = setUp();
  const sources: string[] = [];
  queue.onRemoteChange((_changes, source) => void sources.push(source));
  queue.applyExternalEdit(ChangeSet.of({ from: 0, to: 4, insert: 'Twice' }, 17));
  await clock.advance(1000);
  expect([screen(), server.text, sources]).toEqual(['Twice upon a time.', 'Twice upon a time.', ['author']]);
});

it('flush returns whether the server has everything', async () => {
  const { queue, server, type } = setUp();
  await expect(queue.flush()).resolves.toBe(true);
  type(' A');
  await expect(queue.flush()).resolves.toBe(true);
  expect(server.text).toBe('Once upon a time. A');
  server.fault = 'lost-request';
  type(' B');
  await expect(queue.flush()).resolves.toBe(false);
});
