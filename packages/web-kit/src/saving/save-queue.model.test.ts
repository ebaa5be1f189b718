import { ChangeSet } from '@codemirror/state';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FakeClock, FakeDocument, FakeJournal, settle, type Weather } from '../testing/fake-document.ts';
import { type Choice, toText } from './save-model.ts';
import { SaveQueue } from './save-queue.ts';

type Step =
  | { do: 'type' | 'accept' | 'elsewhere'; at: number }
  | { do: 'cut'; at: number }
  | { do: 'wait'; ms: number }
  | { do: 'weather'; weather: Weather }
  | { do: 'kill' | 'retry' | 'refresh' }
  | { do: 'decide'; choice: Choice };

const at = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('type' as const, 'type' as const, 'type' as const, 'accept' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), at }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 100, 300, 1000, 3000, 40_000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('weather' as const), weather: fc.constantFrom<Weather>('fine', 'fine', 'lost-request', 'lost-reply', 'busy', 'signed-out', 'invalid', 'too-large') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('kill' as const, 'retry' as const, 'refresh' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), choice: fc.constantFrom<Choice>('mine', 'theirs', 'both') }) },
);

/** A place between two words. */
function gapNear(text: string, place: number): number {
  const gap = text.indexOf(' ', Math.floor(place * text.length));
  return gap === -1 ? text.length : gap;
}

/** One author, one server, and everything that can go wrong between them. Every typed word is unique, so that none can be lost unseen. */
class World {
  readonly server = new FakeDocument('Once upon a time there was a bear.\n\nIt could write.\n\nIt wrote.');
  readonly clock = new FakeClock();
  readonly journal = new FakeJournal();
  readonly typed = new Set<string>();
  screen = '';
  queue: SaveQueue;
  #ids = 0;
  #words = 0;

  constructor() {
    this.queue = this.#open();
  }

  #open(): SaveQueue {
    const record = this.journal.record;
    const queue = new SaveQueue({ port: this.server, clock: this.clock, journal: this.journal, newId: () => `change-${(this.#ids += 1)}` }, record?.base ?? { rev: this.server.rev, text: this.server.text }, record?.batches);
    this.screen = queue.text.toString();
    queue.onRemoteChange((changes) => { this.screen = changes.apply(toText(this.screen)).toString(); });
    queue.subscribe(() => this.check());
    return queue;
  }

  check(): void {
    const { isDirty, rev } = this.queue.view();
    const text = this.queue.text.toString();
    if (!isDirty && this.server.history[rev - 1]?.text !== text) throw new Error('It says "Saved", and the server does not have this text.');
  }

  #insert(word: string, place: number, kind: 'autosave' | 'ai'): void {
    const from = gapNear(this.screen, place);
    this.screen = this.screen.slice(0, from) + word + this.screen.slice(from);
    this.queue.edit(ChangeSet.of({ from, insert: word }, this.queue.text.length), { kind, origins: kind === 'ai' ? [{ from, to: from + word.length, kind: 'ai', resultId: word.trim() }] : [] });
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case 'type':
      case 'accept': {
        const word = ` w${(this.#words += 1)}w `;
        this.typed.add(word.trim());
        this.#insert(word, step.at, step.do === 'type' ? 'autosave' : 'ai');
        return;
      }
      case 'cut': {
        const from = Math.floor(step.at * this.screen.length);
        const to = Math.min(from + 6, this.screen.length);
        for (const word of this.typed) if (this.#touches(word, from, to)) this.typed.delete(word);
        this.screen = this.screen.slice(0, from) + this.screen.slice(to);
        this.queue.edit(ChangeSet.of({ from, to }, this.queue.text.length));
        return;
      }
      case 'elsewhere': {
        const from = gapNear(this.server.text, step.at);
        this.server.write(`${this.server.text.slice(0, from)} e${this.server.rev}e ${this.server.text.slice(from)}`);
        return;
      }
      case 'wait': return this.clock.pass(step.ms);
      case 'weather': this.server.weather = step.weather; return;
      case 'retry': this.queue.retryNow(); return settle();
      case 'refresh': return this.queue.refresh();
      case 'decide': if (this.queue.view().phase === 'conflict') this.queue.resolve(step.choice); return;
      case 'kill': return this.#kill();
    }
  }

  #touches(word: string, from: number, to: number): boolean {
    const start = this.screen.indexOf(word);
    return start !== -1 && start < to && start + word.length > from;
  }

  /** The tab dies: only what is in the journal or on the server lives on. A request on its way still arrives. */
  async #kill(): Promise<void> {
    await this.clock.pass(250);
    const record = this.journal.record;
    void this.queue.stop();
    await settle();
    this.journal.record = record;
    this.queue = this.#open();
  }

  async finish(): Promise<void> {
    this.server.weather = 'fine';
    for (let tries = 0; this.queue.isDirty && tries < 50; tries += 1) {
      if (this.queue.view().phase === 'conflict') this.queue.resolve((['mine', 'theirs', 'both'] as const)[tries % 3] ?? 'mine');
      this.queue.retryNow();
      await this.clock.pass(60_000);
    }
    await this.queue.refresh();
    await this.clock.pass(1000);
  }
}

const isDeep = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env['TEST_DEEP'] === '1';

it('whatever happens, no word is lost, "Saved" is true, and the screen shows what is saved', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
    const world = new World();
    for (const each of steps) {
      await world.run(each);
      world.check();
      expect(world.screen).toBe(world.queue.text.toString());
    }
    await world.finish();
    expect(world.queue.view()).toMatchObject({ isDirty: false, phase: 'clean' });
    expect(world.screen).toBe(world.server.text);
    const history = world.server.history.map(({ text }) => text).join('\n');
    for (const word of world.typed) if (!history.includes(word)) throw new Error(`${word} is nowhere.`);
    expect(new Set(world.server.history.map(({ changeId }) => changeId).filter(Boolean)).size).toBe(world.server.history.filter(({ changeId }) => changeId !== '').length);
    expect(world.journal.record).toBeNull();
  }), { numRuns: isDeep ? 20_000 : 500 });
});
