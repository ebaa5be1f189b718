// Fakes for tests of the save queue: a server with one document, a manual clock and a journal in memory.
import { applyChanges, parseChanges } from '@inkbear/prose/changes';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import type { Batch } from '../save-model.ts';
import type { JournalRecord, SaveClock, SaveJournal, SavePort } from '../save-port.ts';
import { problemBody } from '@inkbear/web-kit/testing/fake-api.ts';

export type Fault =
  'none' | 'lost-request' | 'lost-reply' | 'busy' | 'signed-out' | 'invalid' | 'too-large' | 'quota-used';

const refusal = (status: number, code: string): ApiError =>
  new ApiError(status, '', problemBody(status, code, `refused: ${code}`) as never);

/** Stores every revision, deduplicates by changeId, and fails as `fault` says. */
export class FakeDocument implements SavePort {
  readonly history: { text: string; kind: string; changeId: string }[];
  fault: Fault = 'none';
  requests: string[] = [];

  constructor(text: string) {
    this.history = [{ text, kind: 'created', changeId: '' }];
  }

  get rev(): number {
    return this.history.length;
  }
  get text(): string {
    return this.history.at(-1)?.text ?? '';
  }

  /** A save by another client. */
  write(text: string): void {
    this.history.push({ text, kind: 'put', changeId: '' });
  }

  load = async () => {
    this.requests.push('load');
    await this.#failIfFaulty();
    return { rev: this.rev, text: this.text };
  };

  patch = (batch: Batch, rev: number) =>
    this.#save('patch', () => {
      const known = this.history.findIndex(({ changeId }) => changeId === batch.changeId);
      if (known > 0) return known + 1;
      if (rev !== this.rev) throw refusal(412, 'books.stale_revision');
      const changes = parseChanges(JSON.parse(JSON.stringify(batch.changes.toJSON())), this.text.length);
      this.history.push({ text: applyChanges(this.text, changes), kind: batch.kind, changeId: batch.changeId });
      return this.rev;
    });

  put = (text: string, rev: number) =>
    this.#save('put', () => {
      if (rev !== this.rev) throw refusal(412, 'books.stale_revision');
      this.history.push({ text, kind: 'put', changeId: '' });
      return this.rev;
    });

  async #save(name: 'patch' | 'put', work: () => number): Promise<{ rev: number }> {
    this.requests.push(name);
    if (this.fault === 'invalid' && name === 'patch') throw refusal(400, 'books.invalid_changes');
    await this.#failIfFaulty();
    const rev = work();
    await Promise.resolve();
    if (this.fault === 'lost-reply') throw new TypeError('Failed to fetch');
    return { rev };
  }

  async #failIfFaulty(): Promise<void> {
    await Promise.resolve();
    if (this.fault === 'lost-request') throw new TypeError('Failed to fetch');
    if (this.fault === 'busy') throw refusal(503, 'server.unavailable');
    if (this.fault === 'signed-out') throw refusal(401, 'auth.signed_out');
    if (this.fault === 'too-large') throw refusal(413, 'books.too_large');
    if (this.fault === 'quota-used') throw refusal(403, 'books.quota_used');
  }
}

/** A clock that moves only in `advance`. */
export class FakeClock implements SaveClock {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];
  now = () => this.#now;
  after = (ms: number, run: () => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await flushPromises();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await flushPromises();
    }
    this.#now = end;
  }
}

/** Runs all pending promise callbacks. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

export class FakeJournal implements SaveJournal {
  record: JournalRecord | null = null;
  /** The record written synchronously before an unload. */
  ahead: JournalRecord | null = null;
  /** Makes every write fail. */
  isBroken = false;
  writes = 0;
  readonly #listeners = new Set<() => void>();
  write = (record: JournalRecord | null) => {
    this.writes += 1;
    if (!this.isBroken) this.record = record;
    return Promise.resolve(!this.isBroken);
  };
  writeSync = (record: JournalRecord) => {
    if (!this.isBroken) this.ahead = record;
    return !this.isBroken;
  };
  onLost = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The browser deletes everything that was stored. */
  lose(): void {
    this.record = null;
    this.ahead = null;
    for (const listener of this.#listeners) listener();
  }
}
