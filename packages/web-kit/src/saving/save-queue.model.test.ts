import { ChangeSet } from '@codemirror/state';
import { expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import fc from 'fast-check';
import { FakeClock, FakeDocument, FakeJournal, settle, type Weather } from '../testing/fake-document.ts';
import { type Choice, toText } from './save-model.ts';
import { SaveQueue } from './save-queue.ts';

/**
 * `full` replaces the whole text as an accepted chapter does: what stood before must be in history, acknowledged or
 * not.
 */
type Step =
  | { do: 'type' | 'accept' | 'full'; tab: number; at: number }
  | { do: 'elsewhere'; at: number }
  | { do: 'cut' | 'outside'; tab: number; at: number }
  | { do: 'wait'; ms: number }
  | { do: 'weather'; weather: Weather }
  /** Something is typed in each of these weathers, one right after the other. */
  | { do: 'spell'; tab: number; weathers: readonly Weather[] }
  /**
   * What was typed since this window was opened goes at one stroke, as Cancel and Undo have it; the text from before
   * must stay in the history.
   */
  | { do: 'cancel'; tab: number }
  | { do: 'kill' | 'retry' | 'refresh'; tab: number }
  | { do: 'decide'; tab: number; choice: Choice };

const at = fc.double({ min: 0, max: 1, noNaN: true });
const tab = fc.constantFrom(0, 0, 0, 1);
const weather = fc.constantFrom<Weather>(
  'fine',
  'fine',
  'lost-request',
  'lost-reply',
  'busy',
  'signed-out',
  'invalid',
  'too-large',
  'quota-used',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('type' as const, 'type' as const, 'type' as const, 'accept' as const, 'full' as const),
      tab,
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cut' as const, 'outside' as const), tab, at }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 100, 300, 1000, 3000, 40_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('weather' as const), weather }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('spell' as const),
      tab,
      weathers: fc.array(weather, { minLength: 2, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('kill' as const, 'retry' as const, 'refresh' as const), tab }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      tab,
      choice: fc.constantFrom<Choice>('mine', 'theirs', 'both'),
    }),
  },
);

/** A place between two words. */
function gapNear(text: string, place: number): number {
  const gap = text.indexOf(' ', Math.floor(place * text.length));
  return gap === -1 ? text.length : gap;
}

/** One window with the chapter open: an editor's screen, its queue and what its browser keeps when it dies. */
class Tab {
  readonly #world: World;
  readonly journal = new FakeJournal();
  readonly #name: string;
  screen = '';
  queue: SaveQueue;
  /** What Cancel goes back to. */
  start = '';
  #ids = 0;

  constructor(world: World, name: string) {
    this.#world = world;
    this.#name = name;
    this.queue = this.#open();
  }

  #open(): SaveQueue {
    const { record } = this.journal;
    const { server, clock } = this.#world;
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
    if (!isDirty && this.#world.server.history[rev - 1]?.text !== text)
      throw new Error('It says "Saved", and the server does not have this text.');
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

  /** Only what is in the journal or on the server lives on. A request on its way still arrives. */
  async die(): Promise<void> {
    await this.#world.clock.pass(250);
    const { record } = this.journal;
    void this.queue.stop();
    await settle();
    this.journal.record = record;
    this.queue = this.#open();
  }

  async finish(): Promise<void> {
    for (let tries = 0; this.queue.isDirty && tries < 50; tries += 1) {
      if (this.queue.view().phase === 'conflict')
        this.queue.resolve((['mine', 'theirs', 'both'] as const)[tries % 3] ?? 'mine');
      this.queue.retryNow();
      await this.#world.clock.pass(60_000);
    }
  }
}

/**
 * One author with two windows, one server, and everything that can go wrong between them. Every typed word is unique,
 * so that none can be lost unseen.
 */
class World {
  readonly server = new FakeDocument('Once upon a time there was a bear.\n\nIt could write.\n\nIt wrote.');
  readonly clock = new FakeClock();
  readonly typed = new Set<string>();
  /** Words that went at one stroke: each must stand in a revision that thinning never folds. */
  readonly replaced = new Set<string>();
  readonly tabs: readonly Tab[] = [new Tab(this, 'first'), new Tab(this, 'second')];
  #words = 0;

  tab(index: number): Tab {
    const tab = this.tabs[index];
    if (!tab) throw new Error('There is no such tab.');
    return tab;
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
    switch (step.do) {
      case 'type':
      case 'accept': {
        const from = gapNear(this.tab(step.tab).screen, step.at);
        return this.tab(step.tab).replace(from, from, this.#newWord(), step.do === 'type' ? 'autosave' : 'ai');
      }
      case 'full': {
        const tabOf = this.tab(step.tab);
        return tabOf.replace(0, tabOf.screen.length, `A new chapter${this.#newWord()}begins.`, 'ai');
      }
      case 'cut': {
        const { screen } = this.tab(step.tab);
        const from = Math.floor(step.at * screen.length);
        const to = Math.min(from + 6, screen.length);
        // What an author deletes by typing may be folded after a day.
        for (const word of this.typed) {
          if (!touches(screen, word, from, to)) continue;
          this.typed.delete(word);
          this.replaced.delete(word);
        }
        return this.tab(step.tab).replace(from, to, '', 'autosave');
      }
      case 'outside': {
        const { queue } = this.tab(step.tab);
        const from = gapNear(queue.text.toString(), step.at);
        if (queue.view().phase !== 'conflict')
          queue.applyHere(ChangeSet.of({ from, insert: this.#newWord() }, queue.text.length));
        return;
      }
      case 'spell': {
        for (const each of step.weathers) {
          this.server.weather = each;
          await this.run({ do: 'type', tab: step.tab, at: 1 });
          await this.clock.pass(3000);
        }
        return;
      }
      case 'cancel': {
        const { queue, screen, start } = this.tab(step.tab);
        const changes = diffToChanges(screen, start);
        if (changes.empty || !queue.applyHere(changes)) return;
        for (const word of this.typed) if (screen.includes(word) && !start.includes(word)) this.replaced.add(word);
        return;
      }
      case 'elsewhere': {
        const from = gapNear(this.server.text, step.at);
        return this.server.write(
          `${this.server.text.slice(0, from)} e${this.server.rev}e ${this.server.text.slice(from)}`,
        );
      }
      case 'wait':
        return this.clock.pass(step.ms);
      case 'weather':
        this.server.weather = step.weather;
        return;
      case 'retry':
        this.tab(step.tab).queue.retryNow();
        return settle();
      case 'refresh':
        return void (await this.tab(step.tab).queue.refresh());
      case 'decide':
        if (this.tab(step.tab).queue.view().phase === 'conflict') this.tab(step.tab).queue.resolve(step.choice);
        return;
      case 'kill':
        return this.tab(step.tab).die();
    }
  }

  async finish(): Promise<void> {
    this.server.weather = 'fine';
    for (const each of this.tabs) await each.finish();
    for (const each of this.tabs) await each.queue.refresh();
    await this.clock.pass(1000);
  }
}

function touches(screen: string, word: string, from: number, to: number): boolean {
  const start = screen.indexOf(word);
  return start !== -1 && start < to && start + word.length > from;
}

/** Thinning folds typed revisions only, and only into another typed one. */
const isKept = (history: World['server']['history'], index: number): boolean =>
  history[index]?.kind !== 'autosave' || (history[index + 1] !== undefined && history[index + 1]?.kind !== 'autosave');

const isDeep =
  (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env['TEST_DEEP'] === '1';

it('whatever happens in two windows, no word is lost, "Saved" is true, and both screens show what is saved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const world = new World();
      for (const each of steps) {
        await world.run(each);
        world.check();
      }
      await world.finish();
      for (const { queue, screen, journal } of world.tabs) {
        expect(queue.view()).toMatchObject({ isDirty: false, phase: 'clean' });
        expect(screen).toBe(world.server.text);
        expect(journal.record).toBeNull();
      }
      const history = world.server.history.map(({ text }) => text).join('\n');
      const kept = world.server.history
        .filter((_, index) => isKept(world.server.history, index))
        .map(({ text }) => text)
        .join('\n');
      for (const word of world.replaced)
        if (!kept.includes(word)) throw new Error(`${word} went at one stroke and is not in the history for good.`);
      for (const word of world.typed) if (!history.includes(word)) throw new Error(`${word} is nowhere.`);
      expect(new Set(world.server.history.map(({ changeId }) => changeId).filter(Boolean)).size).toBe(
        world.server.history.filter(({ changeId }) => changeId !== '').length,
      );
    }),
    { numRuns: isDeep ? 20_000 : 2000 },
  );
});
