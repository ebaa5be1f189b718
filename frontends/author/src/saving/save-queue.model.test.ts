import { ChangeSet } from '@codemirror/state';
import { expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import fc from 'fast-check';
import { FakeClock, FakeDocument, FakeJournal, flushPromises, type Fault } from './testing/fake-document.ts';
import { type Choice, toText } from './save-model.ts';
import { SaveQueue } from './save-queue.ts';

type Step =
  /** `replace-all` replaces the whole text like an accepted chapter: the text before it must stay in the history. */
  | { do: 'type' | 'accept' | 'replace-all'; tab: number; at: number }
  | { do: 'save-elsewhere'; at: number }
  | { do: 'delete' | 'edit-outside'; tab: number; at: number }
  | { do: 'wait'; ms: number }
  | { do: 'set-fault'; fault: Fault }
  /** Types once under each of these faults. */
  | { do: 'type-under-faults'; tab: number; faults: readonly Fault[] }
  /** Reverts everything since the tab was opened, like Cancel and Undo; the text before it must stay in the history. */
  | { do: 'cancel'; tab: number }
  | { do: 'kill' | 'retry' | 'refresh'; tab: number }
  | { do: 'resolve'; tab: number; choice: Choice };

const at = fc.double({ min: 0, max: 1, noNaN: true });
const tabIndex = fc.constantFrom(0, 0, 0, 1);
const fault = fc.constantFrom<Fault>(
  'none',
  'none',
  'lost-request',
  'lost-reply',
  'busy',
  'signed-out',
  'invalid',
  'too-large',
  'quota-used',
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('type' as const, 'type' as const, 'type' as const, 'accept' as const, 'replace-all' as const),
      tab: tabIndex,
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('save-elsewhere' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'edit-outside' as const), tab: tabIndex, at }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 100, 300, 1000, 3000, 40_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('set-fault' as const), fault }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('type-under-faults' as const),
      tab: tabIndex,
      faults: fc.array(fault, { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), tab: tabIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('kill' as const, 'retry' as const, 'refresh' as const), tab: tabIndex }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      tab: tabIndex,
      choice: fc.constantFrom<Choice>('mine', 'theirs', 'both'),
    }),
  },
);

/** The first gap between two words after a relative position in the text. */
function gapNear(text: string, place: number): number {
  const gap = text.indexOf(' ', Math.floor(place * text.length));
  return gap === -1 ? text.length : gap;
}

/** A tab with the chapter open: the editor's text, its queue, and the journal that survives it. */
class Tab {
  readonly #simulation: Simulation;
  readonly journal = new FakeJournal();
  readonly #name: string;
  screen = '';
  queue: SaveQueue;
  /** The text that Cancel restores. */
  start = '';
  #ids = 0;

  constructor(simulation: Simulation, name: string) {
    this.#simulation = simulation;
    this.#name = name;
    this.queue = this.#open();
  }

  #open(): SaveQueue {
    const { record } = this.journal;
    const { server, clock } = this.#simulation;
    const queue = new SaveQueue(
      { port: server, clock, journal: this.journal, newId: () => `${this.#name}-${(this.#ids += 1)}` },
      record?.base ?? { rev: server.rev, text: server.text },
      record?.batches,
    );
    this.screen = queue.text.toString();
    this.start = this.screen;
    queue.onRemoteChange((changes) => {
      this.screen = changes.apply(toText(this.screen)).toString();
    });
    queue.subscribe(() => this.check());
    return queue;
  }

  check(): void {
    const { isDirty, rev } = this.queue.view();
    const text = this.queue.text.toString();
    if (!isDirty && this.#simulation.server.history[rev - 1]?.text !== text)
      throw new Error('The queue is clean, but the server does not have this text.');
  }

  replace(from: number, to: number, insert: string, kind: 'autosave' | 'ai'): void {
    const changes = ChangeSet.of({ from, to, insert }, this.queue.text.length);
    this.screen = this.screen.slice(0, from) + insert + this.screen.slice(to);
    this.queue.edit(changes, {
      kind,
      origins:
        kind === 'ai' ? [{ from, to: from + insert.length, kind: 'ai', resultId: insert.trim().slice(0, 20) }] : [],
    });
  }

  /** Only journal and server survive; a request in flight still arrives. */
  async die(): Promise<void> {
    await this.#simulation.clock.advance(250);
    const { record } = this.journal;
    void this.queue.stop();
    await flushPromises();
    this.journal.record = record;
    this.queue = this.#open();
  }

  async finish(): Promise<void> {
    for (let tries = 0; this.queue.isDirty && tries < 50; tries += 1) {
      if (this.queue.view().phase === 'conflict')
        this.queue.resolve((['mine', 'theirs', 'both'] as const)[tries % 3] ?? 'mine');
      this.queue.retryNow();
      await this.#simulation.clock.advance(60_000);
    }
  }
}

/** One author with two tabs and one server. Every typed word is unique, so that a lost one is noticed. */
class Simulation {
  readonly server = new FakeDocument('Once upon a time there was a bear.\n\nIt could write.\n\nIt wrote.');
  readonly clock = new FakeClock();
  readonly typed = new Set<string>();
  /** Words removed by a bulk change: each must be in a revision that compaction never merges. */
  readonly replaced = new Set<string>();
  readonly tabs: readonly Tab[] = [new Tab(this, 'first'), new Tab(this, 'second')];
  #words = 0;

  tab(index: number): Tab {
    const found = this.tabs[index];
    if (!found) throw new Error('Unknown tab.');
    return found;
  }

  check(): void {
    for (const each of this.tabs) {
      each.check();
      expect(each.screen).toBe(each.queue.text.toString());
    }
  }

  #newWord(): string {
    const word = `w${(this.#words += 1)}w`;
    this.typed.add(word);
    return ` ${word} `;
  }

  async run(step: Step): Promise<void> {
    const perform = this.#steps[step.do] as (step: Step) => void | Promise<void>;
    await perform(step);
  }

  readonly #steps: { [D in Step['do']]: (step: Extract<Step, { do: D }>) => void | Promise<void> } = {
    type: (step) => this.#insertWord(step, 'autosave'),
    accept: (step) => this.#insertWord(step, 'ai'),
    'replace-all': ({ tab }) => {
      const { screen } = this.tab(tab);
      this.tab(tab).replace(0, screen.length, `A new chapter${this.#newWord()}begins.`, 'ai');
    },
    delete: (step) => this.#deletePart(step),
    'edit-outside': ({ tab, at: place }) => {
      const { queue } = this.tab(tab);
      const from = gapNear(queue.text.toString(), place);
      if (queue.view().phase !== 'conflict')
        queue.applyExternalEdit(ChangeSet.of({ from, insert: this.#newWord() }, queue.text.length));
    },
    'type-under-faults': async ({ tab, faults }) => {
      for (const each of faults) {
        this.server.fault = each;
        await this.run({ do: 'type', tab, at: 1 });
        await this.clock.advance(3000);
      }
    },
    cancel: ({ tab }) => this.#cancel(tab),
    'save-elsewhere': ({ at: place }) => {
      const { text, rev } = this.server;
      const from = gapNear(text, place);
      this.server.write(`${text.slice(0, from)} e${rev}e ${text.slice(from)}`);
    },
    wait: ({ ms }) => this.clock.advance(ms),
    'set-fault': (step) => {
      this.server.fault = step.fault;
    },
    retry: ({ tab }) => {
      this.tab(tab).queue.retryNow();
      return flushPromises();
    },
    refresh: async ({ tab }) => void (await this.tab(tab).queue.refresh()),
    resolve: ({ tab, choice }) => {
      const { queue } = this.tab(tab);
      if (queue.view().phase === 'conflict') queue.resolve(choice);
    },
    kill: ({ tab }) => this.tab(tab).die(),
  };

  #insertWord({ tab, at: place }: { tab: number; at: number }, kind: 'autosave' | 'ai'): void {
    const from = gapNear(this.tab(tab).screen, place);
    this.tab(tab).replace(from, from, this.#newWord(), kind);
  }

  #deletePart({ tab, at: place }: { tab: number; at: number }): void {
    const { screen } = this.tab(tab);
    const from = Math.floor(place * screen.length);
    const to = Math.min(from + 6, screen.length);
    // Compaction may merge text that an author deletes by typing.
    for (const word of this.typed) {
      if (!touches(screen, word, from, to)) continue;
      this.typed.delete(word);
      this.replaced.delete(word);
    }
    this.tab(tab).replace(from, to, '', 'autosave');
  }

  #cancel(tab: number): void {
    const { queue, screen, start } = this.tab(tab);
    const changes = diffToChanges(screen, start);
    if (changes.empty || !queue.applyExternalEdit(changes)) return;
    for (const word of this.typed) if (screen.includes(word) && !start.includes(word)) this.replaced.add(word);
  }

  async finish(): Promise<void> {
    this.server.fault = 'none';
    for (const each of this.tabs) await each.finish();
    for (const each of this.tabs) await each.queue.refresh();
    await this.clock.advance(1000);
  }
}

function touches(screen: string, word: string, from: number, to: number): boolean {
  const start = screen.indexOf(word);
  return start !== -1 && start < to && start + word.length > from;
}

/** Compaction merges only typed revisions, and only into other typed ones. */
const isKept = (history: Simulation['server']['history'], index: number): boolean =>
  history[index]?.kind !== 'autosave' || (history[index + 1] !== undefined && history[index + 1]?.kind !== 'autosave');

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;
const isDeep = env['TEST_DEEP'] === '1';
/** The seed of this run; set `TEST_SEED` to repeat a run. */
const seed = Number(env['TEST_SEED'] ?? Date.now() % 1_000_000);

it(`random walks of two tabs lose no word, report a save only when the server has the text, and end with equal texts (TEST_SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
      const simulation = new Simulation();
      for (const each of steps) {
        await simulation.run(each);
        simulation.check();
      }
      await simulation.finish();
      for (const { queue, screen, journal } of simulation.tabs) {
        expect(queue.view()).toMatchObject({ isDirty: false, phase: 'clean' });
        expect(screen).toBe(simulation.server.text);
        expect(journal.record).toBeNull();
      }
      const history = simulation.server.history.map(({ text }) => text).join('\n');
      const kept = simulation.server.history
        .filter((_, index) => isKept(simulation.server.history, index))
        .map(({ text }) => text)
        .join('\n');
      for (const word of simulation.replaced)
        if (!kept.includes(word))
          throw new Error(`${word} was removed by a bulk change and is not permanently in the history.`);
      for (const word of simulation.typed) if (!history.includes(word)) throw new Error(`${word} is lost.`);
      expect(new Set(simulation.server.history.map(({ changeId }) => changeId).filter(Boolean)).size).toBe(
        simulation.server.history.filter(({ changeId }) => changeId !== '').length,
      );
    }),
    { seed, numRuns: isDeep ? 20_000 : 2000 },
  );
});
